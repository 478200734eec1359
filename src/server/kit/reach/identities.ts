import { type RawBuilder, sql } from 'kysely'

type Identities = RawBuilder<number[]>

/** Beyond so many, planning and sending them would take longer than what is asked. */
const MANY = 500

/** By the array itself: a person who reaches ten thousand sites asks about them in each question, with the same array. */
const written = new WeakMap<readonly number[], string>()

export const areMany = (ids: readonly number[]): boolean => ids.length > MANY

/** An array of identities as a parameter, written once for as long as the array is there. */
export function identities(ids: readonly number[]): Identities {
  if (!areMany(ids)) return sql`${[...ids]}::bigint[]`
  const known = written.get(ids) ?? `{${ids.join()}}`
  written.set(ids, known)
  return sql`${known}::bigint[]`
}

/** The same for an index: of a constant the planner would weigh each identity for itself. */
export const identitiesAside = (ids: readonly number[]): Identities =>
  areMany(ids) ? sql`(select ${identities(ids)})::bigint[]` : identities(ids)
