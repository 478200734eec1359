import { entity, type Row } from '../kit/entity.ts'
import { choice, count, flag, gun, images, instant, longText, reference, status, text } from '../kit/fields.ts'

export const ALARM_KINDS = [
  ...(['fault', 'offline', 'command', 'protocol', 'security'] as const),
  ...(['meter', 'order', 'storage', 'certificate', 'inspection'] as const),
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** Open ones wait for a person among their to-dos. That a pile is offline waits by itself, later. */
export const WAITING_KINDS = [
  ...(['fault', 'security', 'meter', 'order', 'storage', 'certificate', 'inspection'] satisfies AlarmKind[]),
] as const

/** Something that a person should look at: what a pile reported or failed to report, what it measured, what an inspection found, or a fault of the network itself. */
export const alarm = entity('alarm', {
  path: '/system/device-fault-record',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** The standard's error code, or one of ours: `codes` in locales/en/alarms.json. */
    code: text({ slot: 'title', search: true, edit: 'server' }),
    /** open until a person answers it or the fault is over by itself (recovered). */
    status: status(
      { open: 'faulted', processed: 'available', confirmed: 'waiting', recovered: 'offline' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    /** How much hangs on it, by a rule or as usual for the code. */
    severity: status(
      { critical: 'faulted', major: 'waiting', minor: 'offline' },
      { slot: 'line', filter: true, edit: 'server', initial: 'major' },
    ),
    kind: choice(ALARM_KINDS, {
      filter: true,
      edit: 'server',
      slot: 'detail',
    }),
    /** None: it is of the network itself. */
    pile_id: reference('pile', { optional: true, slot: 'line', search: true, filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, edit: 'server' }),
    connector_number: gun({ optional: true, slot: 'line', edit: 'server' }),
    /** The order that it is about. */
    order_id: reference('order', { optional: true, slot: 'detail', edit: 'server' }),
    /** Of a command without effect: the command's name. */
    message: text({
      max: 200,
      optional: true,
      slot: 'line',
      edit: 'server',
      words: ['entities:command.choices.action'],
    }),
    vendor_code: text({ optional: true, slot: 'detail', edit: 'server' }),
    /** Raised while its pile was under planned maintenance. */
    during_maintenance: flag({ slot: 'detail', edit: 'server' }),
    raised_at: instant({ slot: 'wide', filter: true, sort: true, edit: 'server' }),
    cleared_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    /** Which time it is of a fault that comes and goes: those within a day are one case. */
    times: count({ slot: 'detail', edit: 'server' }),
    /** Whose it is. */
    assignee_id: reference('user', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    assignee_name: text({ optional: true, slot: 'detail', edit: 'server' }),
    on_my_way_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    /** It waits for nobody until then. */
    snoozed_until: instant({ optional: true, slot: 'detail', edit: 'server' }),
    photos: images({ optional: true, slot: 'detail', edit: 'server' }),
    handled_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    handled_by: text({ optional: true, slot: 'detail', edit: 'server' }),
    remark: longText({ phrases: true, optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'raised_at', order: 'desc' },
  tally: { by: 'raised_at', kinds: ['site_id', 'status', 'kind'], wide: ['site_id'] },
  within: { site: 'site_id', pile: 'pile_id' },
  now: true,
})
export type Alarm = Row<typeof alarm>
