import { entity, type Row } from '../kit/entity.ts'
import { choice, count, flag, scaled, text } from '../kit/fields.ts'

/** A file that someone uploaded. One that no record uses is cleared away after a day, unless it is kept or published. */
export const file = entity('file', {
  path: '/file',
  listBy: 'GET',
  calls: { list: 'list', view: 'view', update: 'update', remove: 'delete' },
  fields: {
    name: text({ max: 200, slot: 'title', search: true, sort: true }),
    folder: choice(['images', 'documents', 'sheets', 'archives', 'firmware'], {
      slot: 'badge',
      filter: true,
      edit: 'server',
    }),
    size_bytes: scaled({ scale: 1024, unit: 'KB', digits: 1, slot: 'lead', sort: true, edit: 'server' }),
    content_type: text({ max: 100, slot: 'line', edit: 'server' }),
    width: count({ optional: true, unit: 'px', slot: 'detail', edit: 'server' }),
    height: count({ optional: true, unit: 'px', slot: 'detail', edit: 'server' }),
    owner: text({ optional: true, slot: 'line', edit: 'server' }),
    kept: flag({ filter: true, initial: false, slot: 'wide' }),
    published: flag({ filter: true, initial: false, slot: 'wide' }),
    key: text({ max: 32, slot: 'detail', edit: 'server' }),
    sha256: text({ max: 64, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  within: { creator: 'owner_id', held: true },
})
export type File = Row<typeof file>
