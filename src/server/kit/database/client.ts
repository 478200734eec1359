import { createHash } from 'node:crypto'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Database } from './tables.ts'

const KEPT = '/* kept plan */'
/** Statements that one connection keeps; each is up to 100 KB of the database's memory. */
const MOST_KEPT = 200

/**
 * A statement that each connection parses and plans once and keeps; one with parameters is planned five times before. Only for one whose
 * best plan is the same whatever its values are, and whose text does not grow with them: lists of values are arrays. Of a person's reach
 * that holds where it is everything: `isKept` says so.
 */
export const keptPlan = <T>(statement: RawBuilder<T>, isKept = true): RawBuilder<T> =>
  isKept ? sql<T>`${sql.raw(KEPT)} ${statement}` : statement

/** By what a statement follows from, and which of its statements it is. */
const written = new WeakMap<object, Map<string, CompiledQuery>>()

interface Written {
  /** What its text follows from, with `name` and nothing else: a declaration, never what someone asked. */
  of: object
  name: string
  /** Its parameters, in their order; without them those that it was written with. */
  values?: readonly unknown[]
}

/** Executes a kept plan whose text is put together once: for one of fifty columns that takes longer than anything else of it. */
export async function executeKept<T>(
  db: Kysely<Database>,
  { of, name, values }: Written,
  write: () => RawBuilder<T>,
): Promise<T[]> {
  const known = written.get(of) ?? new Map<string, CompiledQuery>()
  written.set(of, known)
  const statement = known.get(name) ?? keptPlan(write()).compile(db)
  known.set(name, statement)
  if (values && values.length !== statement.parameters.length) throw new Error(`${name} takes other values`)
  const { rows } = await db.executeQuery<T>({ ...statement, ...(values && { parameters: values }) } as CompiledQuery<T>)
  return rows
}

/** An array of which the planner is not told how long it is: it would else think that its own plan for a short one pays. */
export const anyOfIds = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`any((select ${[...ids]}::bigint[])::bigint[])`

/** Thousands of ids as the text of an array: the driver would look at each of them for signs that must be escaped. */
export const arrayOfIds = (ids: readonly number[]): string => `{${ids.join(',')}}`

type Ask = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** A connection of the pool, which keeps the plans of the statements that ask for it. */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const plain = this.query.bind(this) as Ask
    const kept = new Set<string>()
    this.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
      if (typeof text !== 'string' || !text.startsWith(KEPT)) return plain(text, values, ...rest)
      const name = createHash('sha256').update(text).digest('base64url')
      if (kept.size < MOST_KEPT) kept.add(name)
      return kept.has(name) ? plain({ name, text, values }, ...rest) : plain(text, values, ...rest)
    }) as pg.Client['query']
  }
}
