import { type Kysely, sql } from 'kysely'
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

/** The same of many changes at once, in their order: one value, for a statement has 65,535 at most and each costs time. */
export async function auditAll(db: Kysely<Database>, context: Context, changes: readonly Change[]): Promise<void> {
  if (!changes.length) return
  const { person, address, agent } = context
  const entries = JSON.stringify(changes, (name, value) => (SECRET.test(name) ? undefined : value))
  await sql`
    insert into audit_entry (action, entity, entity_id, before, after, user_id, user_name, address, agent)
    select c.action, c.entity, c.entity_id, c.before, c.after, ${person.id || null}::bigint, ${person.user_name || null}, ${address},
      ${agent}
    from jsonb_array_elements(${entries}::jsonb) with ordinality as e(one, place),
      jsonb_to_record(e.one) as c(action text, entity text, entity_id bigint, before jsonb, after jsonb)
    order by e.place`.execute(db)
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
