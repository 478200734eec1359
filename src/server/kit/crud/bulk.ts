import { sql } from 'kysely'
import { type Entity, titleField } from '../../../shared/kit/entity.ts'
import type { Context } from '../context.ts'
import { isRetryable, refusalOfDatabase } from '../postgres-errors.ts'
import { notFound, Refusal } from '../refusal.ts'
import { refused } from '../reply.ts'
import type { Changing } from './changing.ts'
import type { Reading } from './reading.ts'
import { rowsOf } from './rows.ts'

interface Parts<E extends Entity> {
  entity: E
  reading: Reading<E>
  changing: Changing<E>
}

interface Bulk {
  ids: readonly number[]
  change: Readonly<Record<string, unknown>>
}

/** Why one of them stays as it is. */
interface Refused {
  id: number
  title: string
  reason: string
}

/** Makes the same change to several records, each as if it were made alone: all of them or none, with the reason of each that was refused. */
export async function changeMany<E extends Entity>(
  { entity, reading, changing }: Parts<E>,
  { ids, change }: Bulk,
  context: Context,
): Promise<{ changed: number }> {
  const { db } = context
  // In the order of their ids: two such calls would otherwise wait for each other.
  const known = await reading.visible(ids, context, true)
  if (known.length < new Set(ids).size) throw notFound()
  const problems: { id: number; refusal: Refusal }[] = []
  for (const id of known) {
    await sql`savepoint one_of_many`.execute(db)
    try {
      await changing.update({ id, ...change }, context)
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
  { problems, total }: { problems: { id: number; refusal: Refusal }[]; total: number },
  { db, language }: Context,
): Promise<Refusal> {
  const ids = problems.map(({ id }) => id)
  const rows = await rowsOf(db, entity, ids)
  const titleOf = (id: number) => String(rows.find((row) => row.id === id)?.[titleField(entity)] ?? id)
  const reasonOf = (refusal: Refusal) => {
    const { message, data } = refused(refusal, language)
    const [first] = Object.values((data?.errors ?? {}) as Record<string, string>)
    return first ?? message
  }
  const list: Refused[] = problems.map(({ id, refusal }) => ({ id, title: titleOf(id), reason: reasonOf(refusal) }))
  return new Refusal(409, 'refusals:bulk_refused', {
    figures: { refused: list.length, total },
    data: { refused: list },
  })
}
