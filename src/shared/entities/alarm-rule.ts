import { ALARM_CODES, SEVERITIES } from '../domain/alarm-codes.ts'
import { ALARM_WAYS } from '../domain/channels.ts'
import { entity, type Row } from '../kit/entity.ts'
import { choice, choices, count, flag, hour, instant, references, status, text } from '../kit/fields.ts'
import { ALARM_KINDS } from './alarm.ts'

/** What is done with some alarms: whether they are any, how severe they are, who is told. Of those that fit one, the first holds. */
export const alarmRule = entity('alarm_rule', {
  path: '/system/alarm-rule',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete', export: 'export' },
  fields: {
    name: text({ max: 60, slot: 'title', search: true, sort: true }),
    status: status({ enabled: 'available', disabled: 'offline' }, { slot: 'badge', filter: true, initial: 'enabled' }),
    position: count({ most: 9_999, initial: 100, slot: 'wide', sort: true }),
    /** Which alarms; what is left empty fits all. */
    codes: choices(ALARM_CODES, { optional: true, slot: 'line', section: 'which', words: ['alarms:codes'] }),
    kinds: choices(ALARM_KINDS, { optional: true, slot: 'detail', section: 'which' }),
    /** Makers' own codes, with commas between them. */
    vendor_codes: text({ max: 200, optional: true, search: true, slot: 'line', section: 'which' }),
    site_ids: references('site', { optional: true, none: true, filter: true, slot: 'line', section: 'which' }),
    pile_type_ids: references('pile_type', {
      optional: true,
      none: true,
      filter: true,
      slot: 'line',
      section: 'which',
    }),
    /** No: what the pile reports opens no alarm. */
    raises: flag({ initial: true, slot: 'wide', section: 'what' }),
    /** Empty: as usual for the code. */
    severity: choice(SEVERITIES, { optional: true, filter: true, slot: 'line', section: 'what' }),
    ways: choices(ALARM_WAYS, { optional: true, slot: 'line', section: 'whom' }),
    /** Those who may handle alarms and reach it. */
    tell_handlers: flag({ initial: false, slot: 'detail', section: 'whom' }),
    tell_role_ids: references('role', { optional: true, slot: 'detail', section: 'whom' }),
    tell_user_ids: references('user', { optional: true, slot: 'detail', section: 'whom' }),
    /** What is over within so many minutes is told to nobody. */
    tell_minutes: count({ most: 1_440, unit: 'min', initial: 0, slot: 'detail', section: 'whom' }),
    /** So long after that, with nobody having taken it. */
    escalate_minutes: count({ min: 1, most: 1_440, unit: 'min', optional: true, slot: 'detail', section: 'escalate' }),
    next_role_ids: references('role', { optional: true, slot: 'detail', section: 'escalate' }),
    next_user_ids: references('user', { optional: true, slot: 'detail', section: 'escalate' }),
    /** By the site's clock; exclusive. 22 to 7 runs past midnight. */
    quiet_from: hour({ optional: true, slot: 'detail', section: 'quiet' }),
    quiet_to: hour({ optional: true, slot: 'detail', section: 'quiet' }),
    /** When it told people last. */
    told_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'position', order: 'asc' },
  // It holds for alarms of all sites, and names people of all.
  within: 'whole',
})
export type AlarmRule = Row<typeof alarmRule>
