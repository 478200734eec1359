import { entity, type Row } from '../kit/entity.ts'
import { count, day, instant, reference, scaled, seconds } from '../kit/fields.ts'

/** How a pile in service did in a period; what is recorded of it, added up by a view (migration 0191). */
export const pileRanking = entity('pile_ranking', {
  path: '/system/pile-ranking',
  calls: { list: 'index', export: 'export' },
  fields: {
    pile_id: reference('pile', { slot: 'title', search: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, edit: 'server' }),
    pile_type_id: reference('pile_type', { optional: true, slot: 'wide', filter: true, edit: 'server' }),
    /** Offline or with a fault, of the period without planned work, in hundredths of a percent; null where all of it was planned. */
    down_share: scaled({ scale: 100, digits: 2, unit: '%', slot: 'lead', sort: true, optional: true, edit: 'server' }),
    offline_seconds: seconds({ sort: true, edit: 'server' }),
    fault_seconds: seconds({ sort: true, edit: 'server' }),
    /** Raised in the period. */
    alarms: count({ sort: true, edit: 'server' }),
    /** Ended with less than 0.1 kWh. */
    failed_sessions: count({ sort: true, edit: 'server' }),
    sessions: count({ slot: 'wide', sort: true, edit: 'server' }),
    last_seen_at: instant({ slot: 'wide', edit: 'server' }),
    /** How much of the period there is so far, from when the pile was added. */
    watched_seconds: seconds({ slot: 'detail', edit: 'server' }),
    /** Of these planned maintenance, in which a pile is not down, whatever it is. */
    planned_seconds: seconds({ slot: 'detail', edit: 'server' }),
    period: day({ filter: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'down_share', order: 'desc' },
  over: 'period',
  within: { site: 'site_id', merchant: 'merchant_id' },
})
export type PileRanking = Row<typeof pileRanking>
