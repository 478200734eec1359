import { entity, type Row } from '../kit/entity.ts'
import { instant, reference, seconds } from '../kit/fields.ts'

/** A spell in which a pile had no socket. */
export const offlineRecord = entity('offline_record', {
  path: '/system/device-offline-record',
  calls: { list: 'index', export: 'export' },
  fields: {
    pile_id: reference('pile', { slot: 'title', search: true, filter: true, edit: 'server' }),
    offline_at: instant({ slot: 'line', sort: true, filter: true, edit: 'server' }),
    online_at: instant({ optional: true, slot: 'line', edit: 'server' }),
    offline_seconds: seconds({ optional: true, slot: 'lead', sort: true, edit: 'server' }),
  },
  sort: { prop: 'offline_at', order: 'desc' },
  tally: { by: 'offline_at', kinds: [] },
  within: { through: 'pile_id' },
})
export type OfflineRecord = Row<typeof offlineRecord>
