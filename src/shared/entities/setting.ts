import { entity, type Row } from '../kit/entity.ts'
import { cents, count, flag, text, translated } from '../kit/fields.ts'

/** What an administrator sets while the server runs: one record, `SETTING_ID`. What a start needs comes from the environment. */
export const setting = entity('setting', {
  table: 'system_setting',
  path: '/system/setting',
  calls: { view: 'view', update: 'update' },
  fields: {
    product_name: text({ max: 40, slot: 'title', initial: 'Chargedeck', section: 'console' }),
    demo_endpoints: flag({ slot: 'detail', initial: true, section: 'console' }),
    registration_open: flag({ slot: 'detail', initial: true, section: 'sign_in' }),
    /** The platform agreement; without words of its own, in any language, the console's are shown. */
    agreement: translated({ rich: true, optional: true, slot: 'detail', section: 'sign_in' }),
    /** A sign-in that is not remembered ends when it was not used for so long. */
    idle_minutes: count({ min: 5, most: 1440, unit: 'min', initial: 60, slot: 'detail', section: 'sign_in' }),
    session_hours: count({ min: 1, most: 24, unit: 'h', initial: 12, slot: 'detail', section: 'sign_in' }),
    /** Visitors who know a pile's number and a message's may look it up. */
    public_protocol_log: flag({ slot: 'detail', initial: true, section: 'safety' }),
    /** What a device keeps of the console is encrypted there. */
    local_encryption: flag({ slot: 'detail', initial: true, section: 'safety' }),
    /** Cents: what one person adds to or takes off one customer's balance in 24 hours above it waits for another. Empty or 0: off. */
    second_person_cents: cents({
      optional: true,
      most: 10_000_000,
      initial: 200_000,
      slot: 'detail',
      section: 'money',
    }),
    /** For so long anyone who made or changed an account counts as one with it where another person is to decide. */
    tie_days: count({ most: 365, unit: 'd', initial: 30, slot: 'detail', section: 'money' }),
    /** A gun is kept for someone for so long at most. */
    reservation_hours: count({ min: 1, most: 168, unit: 'h', initial: 24, slot: 'detail', section: 'piles' }),
    /** The plate that staff typed at a berth is forgotten after so long. */
    plate_hours: count({ min: 1, most: 168, unit: 'h', initial: 24, slot: 'detail', section: 'kept' }),
    log_days: count({ min: 30, most: 3650, unit: 'd', initial: 400, slot: 'detail', section: 'kept' }),
    message_days: count({ min: 1, most: 3650, unit: 'd', initial: 90, slot: 'detail', section: 'kept' }),
  },
  within: 'whole',
})
export type Setting = Row<typeof setting>

export const SETTING_ID = 1
