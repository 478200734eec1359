import type { Kysely } from 'kysely'
import type { Context } from './context.ts'
import type { Database } from './database/tables.ts'

export type Kept = Readonly<Record<string, unknown>>

export interface Change {
  /** `create`, `update`, `delete`, or the last part of a call's path. */
  action: string
  entity: string
  entity_id: number | null
  before: Kept | null
  after: Kept | null
}

/** Writes down who changed what, from where. Belongs into the transaction of the change. */
export const audit = (db: Kysely<Database>, context: Context, change: Change): Promise<void> =>
  auditAll(db, context, [change])

/** The same of many changes at once. */
export async function auditAll(db: Kysely<Database>, context: Context, changes: readonly Change[]): Promise<void> {
  if (!changes.length) return
  const { person, address, agent } = context
  const by = { user_id: person.id || null, user_name: person.user_name || null, address, agent }
  const entries = changes.map((change) => ({
    ...change,
    ...by,
    before: written(change.before),
    after: written(change.after),
  }))
  await db.insertInto('audit_entry').values(entries).execute()
}

/** What differs between a record before and after; its counters and stamps aside. */
export function difference(before: Kept, after: Kept): { before: Kept; after: Kept } {
  const changed = Object.keys(after).filter(
    (name) => !STAMPS.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (record: Kept) => Object.fromEntries(changed.map((name) => [name, record[name] ?? null]))
  return { before: only(before), after: only(after) }
}

const STAMPS = new Set(['version', 'updated_at', 'sign_ins_ended'])
const SECRET = /password|secret|_hash$|token/

const written = (record: Kept | null) =>
  record && JSON.stringify(record, (name, value) => (SECRET.test(name) ? undefined : value))
