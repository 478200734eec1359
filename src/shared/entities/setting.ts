import { entity, type Row } from '../kit/entity.ts'
import { cents, choice, count, flag, text, translated } from '../kit/fields.ts'

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
    /** Which piles of OCPP 2.x wait until they told their variables and were given their type's template. */
    ask_new_piles: choice(['never', 'new', 'new_or_updated'], { initial: 'never', slot: 'detail', section: 'piles' }),
    /** The plate that staff typed at a berth is forgotten after so long. */
    plate_hours: count({ min: 1, most: 168, unit: 'h', initial: 24, slot: 'detail', section: 'kept' }),
    /** A pile that is away for so long is an alarm. */
    offline_minutes: count({ min: 1, most: 1440, unit: 'min', initial: 1, slot: 'detail', section: 'alarms' }),
    /** By so much a voltage may lie outside of what the pile's type says. */
    voltage_percent: count({ min: 1, most: 50, unit: '%', initial: 10, slot: 'detail', section: 'alarms' }),
    over_temperature_c: count({ min: 40, most: 150, unit: '°C', initial: 85, slot: 'detail', section: 'alarms' }),
    /** A gun that says that it charges and draws nothing for so long is an alarm. */
    energy_loss_minutes: count({ min: 1, most: 240, unit: 'min', initial: 5, slot: 'detail', section: 'alarms' }),
    /** So long a gun may be free while its order goes on; after 15 minutes the order is held. */
    order_free_minutes: count({ min: 1, most: 14, unit: 'min', initial: 5, slot: 'detail', section: 'alarms' }),
    /** So long nothing may be heard of an order whose pile is connected. */
    order_silent_minutes: count({ min: 5, most: 1440, unit: 'min', initial: 60, slot: 'detail', section: 'alarms' }),
    /** A certificate that ends within so many days is an alarm. */
    certificate_days: count({ min: 1, most: 90, unit: 'd', initial: 14, slot: 'detail', section: 'alarms' }),
    /** Of the data folder's disk so much is to be free. */
    free_disk_percent: count({ min: 1, most: 50, unit: '%', initial: 10, slot: 'detail', section: 'alarms' }),
    log_days: count({ min: 30, most: 3650, unit: 'd', initial: 400, slot: 'detail', section: 'kept' }),
    sign_in_days: count({ min: 30, most: 3650, unit: 'd', initial: 400, slot: 'detail', section: 'kept' }),
    refused_days: count({ min: 30, most: 3650, unit: 'd', initial: 400, slot: 'detail', section: 'kept' }),
    security_event_days: count({ min: 30, most: 3650, unit: 'd', initial: 400, slot: 'detail', section: 'kept' }),
    /** Of sign-ins, refused access and security events a part of four weeks goes into the file store before it is removed. */
    archive_logs: flag({ slot: 'detail', initial: false, section: 'kept' }),
    message_days: count({ min: 1, most: 3650, unit: 'd', initial: 90, slot: 'detail', section: 'kept' }),
    /** Events of transactions (OCPP 2.x) whose orders are settled. */
    event_days: count({ min: 30, most: 3650, unit: 'd', initial: 90, slot: 'detail', section: 'kept' }),
    /** Each reading of a settled order; after that one a minute. */
    reading_days: count({ min: 7, most: 1095, unit: 'd', initial: 90, slot: 'detail', section: 'kept' }),
    /** A week goes into the file store before any of it is removed. */
    archive_readings: flag({ slot: 'detail', initial: false, section: 'kept' }),
    /** Those of a minute, counted from the reading as well. */
    reading_minute_days: count({ min: 7, most: 1095, unit: 'd', initial: 365, slot: 'detail', section: 'kept' }),
  },
  within: 'whole',
})
export type Setting = Row<typeof setting>

export const SETTING_ID = 1
