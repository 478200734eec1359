import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from './context.ts'
import type { Database } from './database/tables.ts'
import type { Person } from './person.ts'
import { Refusal } from './refusal.ts'

/** What one person asked for and another decides on. */
export interface Asked {
  /** The persons behind it, as they were written down when it was asked for. */
  asked_persons: readonly number[]
  /** When, as an ISO instant. */
  created_at: string
}

/**
 * Four eyes: refuses (403, `key`) anyone who asked, themselves or by a client app whose secret they know or knew, anyone who made or
 * changed the account of one who asked (`tie_days` of the settings), and whose account one of them did, over any number of
 * steps. What nobody is known to have asked for is decided by nobody. `docs/reach.md` tells the rule.
 */
export async function refuseOwn(db: Kysely<Database>, asked: Asked, { id }: Person, key: string): Promise<void> {
  const { asked_persons, created_at } = asked
  const { rows } = await sql<{ own: boolean }>`
    select ${id} = any(persons_tied(${[...asked_persons]}::bigint[], ${created_at})) as own`.execute(db)
  if (!asked_persons.some((person) => person > 0) || id <= 0 || rows[0]?.own) throw new Refusal(403, key)
}

/** What a request tells anyone who looks at it: `own`, another person has to decide on it; `mine`, they asked for it. */
export const ownRow = z.object({ own: z.boolean(), mine: z.boolean() })
export type OwnRow = z.infer<typeof ownRow>

/** Says that of each request. */
export async function withOwn<R extends { id: number }>(
  table: 'refund' | 'balance_request',
  rows: R[],
  { db, person }: Pick<Context, 'db' | 'person'>,
): Promise<(R & OwnRow)[]> {
  const { rows: found } = await sql<OwnRow & { id: number }>`
    select t.id, ${isOwn(person)} as own, ${person.id} = any(t.asked_persons) as mine
    from ${sql.table(table)} t where t.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  const told = new Map(found.map(({ id, own, mine }) => [id, { own, mine }]))
  return rows.map((row) => ({ ...row, ...(told.get(row.id) ?? { own: true, mine: false }) }))
}

/** The same as a condition on a table `t` of requests: those that this person may not decide on. */
export const isOwn = ({ id }: Pick<Person, 'id'>) =>
  sql<boolean>`(not 0 < any(t.asked_persons) or ${id} = any(persons_tied(t.asked_persons, t.created_at)))`
