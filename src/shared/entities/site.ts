import { entity, type Row } from '../kit/entity.ts'
import { choice, count, degrees, phone, reference, status, text, timeZone } from '../kit/fields.ts'

/** A place with piles. Its time zone decides which price band an hour belongs to. */
export const site = entity('site', {
  path: '/system/park-lot',
  calls: { list: 'index', view: 'view', create: 'create', update: 'update', remove: 'delete', options: 'get-park-lot' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true, section: 'lot' }),
    kind: choice(['off_street', 'on_street'], { slot: 'line', filter: true, initial: 'off_street', section: 'lot' }),
    spaces: count({ initial: 0, most: 100_000, section: 'lot' }),
    address: text({ max: 200, slot: 'line', optional: true, search: true, section: 'lot' }),
    time_zone: timeZone({ initial: 'Asia/Shanghai', slot: 'detail', section: 'lot' }),
    longitude: degrees({ min: -180, most: 180, optional: true, slot: 'detail', section: 'lot' }),
    latitude: degrees({ min: -90, most: 90, optional: true, slot: 'detail', section: 'lot' }),
    contact: text({ optional: true, section: 'business' }),
    phone: phone({ optional: true, section: 'business' }),
    strategy_id: reference('strategy', { optional: true, filter: true, section: 'business' }),
    status: status(
      { enabled: 'available', disabled: 'offline' },
      { slot: 'badge', filter: true, initial: 'enabled', section: 'business' },
    ),
  },
  sort: { prop: 'name', order: 'asc' },
  offers: { status: 'enabled' },
})
export type Site = Row<typeof site>
