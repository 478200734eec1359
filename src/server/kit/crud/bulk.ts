import { sql } from 'kysely'
import type { BulkChange } from '../../../shared/kit/bulk.ts'
import { type Entity, titleField } from '../../../shared/kit/entity.ts'
import type { Language } from '../../../shared/kit/languages.ts'
import type { Context } from '../context.ts'
import { isRetryable, refusalOfDatabase } from '../postgres-errors.ts'
import { type Message, Refusal } from '../refusal.ts'
import { refused } from '../reply.ts'
import { say } from '../words.ts'
import type { Changing } from './changing.ts'
import type { Reading } from './reading.ts'
import { rowsOf } from './rows.ts'

interface Parts<E extends Entity> {
  entity: E
  reading: Reading<E>
  changing: Changing<E>
}

/** Why one of them stays as it is. Someone changed it: who, when, and the version that it has by now. */
interface Refused {
  id: number
  title: string
  reason: string
  changed?: { by: string | null; at: string; version: number }
}

interface Problem {
  id: number
  refusal: Refusal
}

/** Makes the same change to several records, each as if it were made alone: all of them or none, with the reason of each that was refused. */
export async function changeMany<E extends Entity>(
  { entity, reading, changing }: Parts<E>,
  { ids, change, versions }: BulkChange,
  context: Context,
): Promise<{ changed: number }> {
  const { db } = context
  // In the order of their ids: two such calls would otherwise wait for each other.
  const known = await reading.visible(ids, context, true)
  if (known.length < new Set(ids).size) throw await reading.missing(ids, context)
  const problems: Problem[] = []
  for (const id of known) {
    await sql`savepoint one_of_many`.execute(db)
    try {
      await changing.update({ ...change, id, version: versions[id] as number }, context)
      await sql`release savepoint one_of_many`.execute(db)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : isRetryable(error) ? null : refusalOfDatabase(error)
      if (!refusal || refusal.code >= 500) throw error
      await sql`rollback to savepoint one_of_many`.execute(db)
      problems.push({ id, refusal })
    }
  }
  if (problems.length) throw await allRefused(entity, { problems, total: known.length }, context)
  return { changed: known.length }
}

async function allRefused(
  entity: Entity,
  { problems, total }: { problems: Problem[]; total: number },
  { db, language }: Context,
): Promise<Refusal> {
  const ids = problems.map(({ id }) => id)
  const rows = await rowsOf(db, entity, ids)
  const titleOf = (id: number) => String(rows.find((row) => row.id === id)?.[titleField(entity)] ?? id)
  const list: Refused[] = problems.map(({ id, refusal }) => ({ id, title: titleOf(id), ...whyOf(refusal, language) }))
  return new Refusal(409, 'refusals:bulk_refused', {
    figures: { refused: list.length, total },
    data: { refused: list },
  })
}

function whyOf(refusal: Refusal, language: Language): Pick<Refused, 'reason' | 'changed'> {
  const overtaken = overtakenBy(refusal)
  if (overtaken) return { reason: say(language, changedSince(overtaken.by)), changed: overtaken }
  const { message, data } = refused(refusal, language)
  const [first] = Object.values((data?.errors ?? {}) as Record<string, string>)
  return { reason: first ?? message }
}

const changedSince = (by: string | null): Message =>
  by === null ? { key: 'changed_by_someone_else' } : { key: 'changed_meanwhile', figures: { by } }

function overtakenBy({ key, data }: Refusal): Refused['changed'] {
  if (key !== 'changed_by_someone_else') return undefined
  const { by, at, current } = data as { by: string | null; at: string; current: { version: number } }
  return { by, at, version: current.version }
}
