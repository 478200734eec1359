import { entity, type Row } from '../kit/entity.ts'
import { instant, longText, text } from '../kit/fields.ts'

/** What InstallCertificate carries (security whitepaper, 5.11). */
const MOST = 5_500

/** A root that piles are to believe: the network's own, or the one by which their maker signs firmware. */
export const rootCertificate = entity('root_certificate', {
  path: '/system/root_certificate',
  calls: { list: 'index', create: 'add', remove: 'del', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true, edit: 'create' }),
    pem: longText({ max: MOST, slot: 'detail', edit: 'create' }),
    valid_to: instant({ slot: 'lead', sort: true, edit: 'server' }),
    subject: text({ max: 500, slot: 'line', search: true, edit: 'server' }),
    key_kind: text({ max: 40, slot: 'wide', edit: 'server' }),
    serial: text({ max: 64, slot: 'wide', search: true, edit: 'server' }),
    /** SHA-256 of all of it. */
    fingerprint: text({ max: 64, slot: 'wide', search: true, edit: 'server' }),
  },
  sort: { prop: 'name', order: 'asc' },
  within: 'everybody',
})
export type RootCertificate = Row<typeof rootCertificate>
