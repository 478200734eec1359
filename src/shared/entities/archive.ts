import { entity, type Row } from '../kit/entity.ts'
import { choice, count, instant, scaled, text } from '../kit/fields.ts'

/** What went from the database into the file store for good: packed csv. Only the server writes it. */
export const archive = entity('archive', {
  path: '/system/archive',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** In the bucket, or below `files` of the data folder. */
    name: text({ max: 200, slot: 'title', search: true, sort: true, edit: 'server' }),
    kind: choice(['readings', 'reading_minutes', 'reading_strays', 'sign_ins', 'refused_access', 'security_events'], {
      slot: 'badge',
      filter: true,
      edit: 'server',
    }),
    rows: count({ slot: 'line', sort: true, edit: 'server' }),
    size_bytes: scaled({ scale: 1_048_576, unit: 'MB', digits: 2, slot: 'lead', sort: true, edit: 'server' }),
    /** Of the first and of the last row. */
    starts_at: instant({ optional: true, slot: 'line', sort: true, edit: 'server' }),
    ends_at: instant({ optional: true, slot: 'line', edit: 'server' }),
    sha256: text({ max: 64, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  within: 'whole',
})
export type Archive = Row<typeof archive>
