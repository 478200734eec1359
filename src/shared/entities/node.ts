import { entity, type Row } from '../kit/entity.ts'
import { count, flag, instant, percent, status, text } from '../kit/fields.ts'

/** A server of this console, from its start to its end. Several share one database. Kept for a month. */
export const node = entity('node', {
  path: '/system/node',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** NODE_NAME, or the machine and the process. */
    name: text({ max: 60, slot: 'title', search: true, sort: true, edit: 'server' }),
    /** lost: nothing was heard of it for a while, and it did not say that it ends. */
    state: status(
      { running: 'available', draining: 'waiting', lost: 'faulted', stopped: 'offline' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    piles: count({ slot: 'lead', edit: 'server' }),
    /** How many piles it had when a person told it to hand them over; null while it takes piles. */
    handing_over_from: count({ optional: true, slot: 'detail', edit: 'server' }),
    /** That connect and are not in yet. */
    piles_waiting: count({ slot: 'line', edit: 'server' }),
    /** That were told to come again, within the last minute: what is written took too long. */
    piles_put_off: count({ slot: 'line', edit: 'server' }),
    browsers: count({ slot: 'line', edit: 'server' }),
    /** How much of the last seconds its one thread worked: at 100 it can do no more. */
    busy_percent: percent({ slot: 'line', edit: 'server' }),
    /** What answers lists, statistics, exports and the dashboard in the primary's stead; nothing where there is none. */
    replica: status(
      { used: 'available', behind: 'waiting', away: 'faulted', primary: 'offline' },
      { optional: true, slot: 'line', edit: 'server' },
    ),
    replica_lag_s: count({ optional: true, unit: 's', slot: 'detail', edit: 'server' }),
    memory_mb: count({ unit: 'MB', slot: 'line', edit: 'server' }),
    /** How late its work began in the last seconds, at the worst of a hundred times. */
    delay_ms: count({ unit: 'ms', slot: 'line', edit: 'server' }),
    /** By how much the clock of its machine differs from the database's, by which all nodes go. */
    clock_off_s: count({ unit: 's', slot: 'detail', edit: 'server' }),
    /** It does for all nodes what one of them does. */
    leads: flag({ slot: 'wide', edit: 'server' }),
    /** Of Chargedeck. */
    release: text({ max: 40, slot: 'wide', filter: true, edit: 'server' }),
    address: text({ max: 120, slot: 'wide', edit: 'server' }),
    started_at: instant({ slot: 'wide', sort: true, edit: 'server' }),
    seen_at: instant({ slot: 'wide', sort: true, edit: 'server' }),
    ended_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'started_at', order: 'desc' },
  within: 'whole',
  now: true,
})
export type Node = Row<typeof node>
