import { entity, type Row } from '../kit/entity.ts'
import { gun, longText, place, reference, status, text } from '../kit/fields.ts'

/** A parking space of a site, with the connector that reaches it. Whether a car stands there is its connector's to tell. */
export const berth = entity('berth', {
  path: '/park-space',
  listBy: 'GET',
  calls: {
    list: 'index',
    view: 'view',
    create: 'create',
    update: 'update',
    remove: 'delete',
    options: 'options',
    export: 'export',
    import: 'import',
  },
  fields: {
    serial: text({ max: 30, slot: 'title', search: true, sort: true }),
    site_id: reference('site', { slot: 'line', filter: true, edit: 'create' }),
    /** What staff say of it; the connector's word comes on top: see `berthState`. */
    status: status(
      { open: 'available', reserved: 'reserved', closed: 'offline' },
      { slot: 'badge', filter: true, initial: 'open' },
    ),
    pile_id: reference('pile', { slot: 'line', optional: true, filter: true }),
    /** Of the pile's connectors the one that reaches here; empty where any of them may. */
    connector_number: gun({ min: 1, optional: true }),
    ...place({ optional: true, slot: 'detail' }),
    remark: longText({ optional: true, slot: 'detail' }),
  },
  sort: { prop: 'serial', order: 'asc' },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type Berth = Row<typeof berth>
