import { entity, type Row } from '../kit/entity.ts'
import { instant, reference, status, text } from '../kit/fields.ts'

/** A certificate that was signed for a pile at its own request, by which it connects without a password. */
export const certificate = entity('certificate', {
  path: '/system/certificate',
  calls: { list: 'index', export: 'export' },
  fields: {
    pile_id: reference('pile', { slot: 'title', search: true, filter: true, edit: 'server' }),
    /** issued: signed, and the pile has not answered for it. replaced: the pile has a newer one. */
    state: status(
      {
        issued: 'waiting',
        accepted: 'available',
        refused: 'faulted',
        replaced: 'offline',
        revoked: 'faulted',
        expired: 'offline',
      },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    valid_to: instant({ slot: 'lead', sort: true, edit: 'server' }),
    valid_from: instant({ slot: 'wide', edit: 'server' }),
    /** CN: the station number. */
    subject: text({ max: 255, slot: 'line', search: true, edit: 'server' }),
    /** By its kind and size, such as EC P-256. */
    key_kind: text({ max: 40, slot: 'wide', edit: 'server' }),
    serial: text({ max: 64, slot: 'wide', search: true, edit: 'server' }),
    /** SHA-256 of all of it. */
    fingerprint: text({ max: 64, slot: 'detail', search: true, edit: 'server' }),
    /** The pile's own word, where it did not take it. */
    said: text({ max: 60, optional: true, slot: 'wide', edit: 'server' }),
    /** When the pile was asked for a newer one. */
    renewal_asked_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    revoked_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'valid_to', order: 'asc' },
  within: { through: 'pile_id' },
})
export type Certificate = Row<typeof certificate>
