import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type File, file } from '../../shared/entities/file.ts'
import { entities } from '../../shared/entities/index.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import { rowWith } from '../../shared/kit/schema.ts'
import { fileAddress, thumbnailAddress } from '../../shared/kit/uploads.ts'
import type { Use } from '../../shared/kit/uses.ts'
import type { Context } from '../kit/context.ts'
import { titleIn } from '../kit/crud/columns.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { theirsOf } from '../kit/reach/hold.ts'

/** Most records that are named of one kind. */
const NAMED = 3

const completed = rowWith(file, {
  full_path: z.string(),
  thumbnail_path: z.nullable(z.string()),
  /** How many records hold it. */
  uses: z.int(),
})

/** Files in lists: where they are served, and how many records hold them. A held one is not deleted. */
export const fileExtension: Extension<typeof file> = {
  row: completed,
  async extend(rows, { db }) {
    if (!rows.length) return rows
    const held = await db
      .selectFrom('file_use')
      .select(({ fn }) => ['file_id', fn.countAll<number>().as('uses')])
      .where(
        'file_id',
        'in',
        rows.map(({ id }) => id),
      )
      .groupBy('file_id')
      .execute()
    const uses = new Map(held.map((one) => [one.file_id, one.uses]))
    return rows.map((row) => ({ ...row, ...addressesOf(row), uses: uses.get(row.id) ?? 0 }))
  },
  async summary(where, { db }) {
    const { rows } = await sql<{ folder: string; count: number }>`
      select folder, count(*) as count from file t where ${where('folder')} group by folder`.execute(db)
    return Object.fromEntries(rows.map(({ folder, count }) => [folder, count]))
  },
  async uses(ids, context) {
    const held = await context.db
      .selectFrom('file_use')
      .select(['file_id', 'entity', 'entity_id'])
      .where('file_id', 'in', [...ids])
      .orderBy('entity')
      .orderBy('entity_id')
      .execute()
    const found = new Map<number, Use[]>()
    for (const id of new Set(held.map(({ file_id }) => file_id))) {
      const own = held.filter(({ file_id }) => file_id === id)
      found.set(
        id,
        await Promise.all([...new Set(own.map((one) => one.entity))].map((name) => useBy(name, own, context))),
      )
    }
    return found
  },
}

const addressesOf = ({ key, folder }: Pick<File, 'key' | 'folder'>) => ({
  full_path: `/api${fileAddress(key)}`,
  thumbnail_path: folder === 'images' ? `/api${thumbnailAddress(key)}` : null,
})

async function useBy(
  name: string,
  held: { entity: string; entity_id: number }[],
  { db, person }: Context,
): Promise<Use> {
  const ids = [...new Set(held.filter(({ entity }) => entity === name).map(({ entity_id }) => entity_id))]
  const holder = Object.values(entities as Record<string, Entity>).find((entity) => entity.name === name)
  const named = holder ? (await theirsOf(db, person, holder, ids)).slice(0, NAMED) : []
  const titles = holder && named.length ? await titlesOf(holder, named, db) : []
  return { entity: name, ids: named, titles, count: ids.length }
}

async function titlesOf(holder: Entity, ids: number[], db: Context['db']): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select ${titleIn(holder, 't')} as title from ${sql.table(holder.table)} t where t.id in (${sql.join(ids)}) order by t.id`.execute(
    db,
  )
  return rows.map(({ title }) => title)
}
