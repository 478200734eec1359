import { sql } from 'kysely'
import { type Entity, titleField } from '../../../shared/kit/entity.ts'
import type { Language } from '../../../shared/kit/languages.ts'
import type { Use } from '../../../shared/kit/uses.ts'
import type { Context } from '../context.ts'
import { isStillReferenced } from '../postgres-errors.ts'
import { Refusal } from '../refusal.ts'
import { say } from '../words.ts'
import { setArchived } from './archive.ts'
import type { Extension } from './extension.ts'
import { releaseFiles } from './file-uses.ts'
import { pointedAt, usesOf } from './holders.ts'
import type { Kept } from './rows.ts'

/** What becomes of records that are deleted: those with a history are put out of use, the others are erased. */
export interface Removal {
  erased: number[]
  archived: number[]
}

interface Removing<E extends Entity> {
  entity: E
  extension: Extension<E>
  rows: readonly Kept[]
}

/** What deleting these would do; refused, all of them, with what still uses any of them. */
export async function planRemoval<E extends Entity>(removing: Removing<E>, context: Context): Promise<Removal> {
  const { entity, extension, rows } = removing
  const ids = rows.map(({ id }) => id)
  const uses = merged(await usesOf(context, entity, ids), await extension.uses?.(ids, context))
  if (uses.size) throw inUse(removing, uses, context.language)
  if (!entity.archives) return { erased: ids, archived: [] }
  const kept = new Set([
    ...(await pointedAt(context.db, entity, ids)),
    ...((await extension.history?.(ids, context)) ?? []),
  ])
  return { erased: ids.filter((id) => !kept.has(id)), archived: ids.filter((id) => kept.has(id)) }
}

/** Does what was planned. What the plan did not know of, and the database does, is put out of use as well. */
export async function remove(entity: Entity, plan: Removal, { db }: Context): Promise<Removal> {
  await setArchived(db, entity, plan.archived, true)
  if (!plan.erased.length) return plan
  await sql`savepoint removal`.execute(db)
  try {
    await sql`delete from ${sql.table(entity.table)} where id in (${sql.join(plan.erased)})`.execute(db)
    await releaseFiles(db, entity, plan.erased)
    return plan
  } catch (error) {
    if (!isStillReferenced(error)) throw error
    await sql`rollback to savepoint removal`.execute(db)
    if (!entity.archives) throw new Refusal(409, 'in_use')
    await setArchived(db, entity, plan.erased, true)
    return { erased: [], archived: [...plan.archived, ...plan.erased] }
  }
}

function merged(...all: (ReadonlyMap<number, Use[]> | undefined)[]): Map<number, Use[]> {
  const uses = new Map<number, Use[]>()
  for (const found of all) for (const [id, more] of found ?? []) uses.set(id, [...(uses.get(id) ?? []), ...more])
  return uses
}

function inUse<E extends Entity>({ entity, rows }: Removing<E>, uses: Map<number, Use[]>, language: Language): Refusal {
  const title = titleField(entity)
  const refused = rows
    .filter(({ id }) => uses.has(id))
    .map((row) => ({ id: row.id, title: String(row[title]), uses: uses.get(row.id) ?? [] }))
  const data = { uses: refused.flatMap(({ uses }) => uses), refused }
  if (rows.length > 1)
    return new Refusal(409, 'some_in_use', { figures: { refused: refused.length, asked: rows.length }, data })
  const sentence = data.uses.map((use) => sentenceOf(use, language)).join('; ')
  return new Refusal(409, 'in_use_by', { figures: { uses: sentence }, data })
}

/** Those that may be named, or how many there are. */
function sentenceOf({ entity, field, titles, count }: Use, language: Language): string {
  const what = say(language, { key: field ? `entities:${entity}.fields.${field}` : `entities:${entity}.many` })
  if (!titles.length) return field ? what : `${what} (${count})`
  return `${what} ${titles.join(', ')}${count > titles.length ? ', …' : ''}`
}
