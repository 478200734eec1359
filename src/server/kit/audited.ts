import { type Kysely, sql } from 'kysely'
import { entities } from '../../shared/entities/index.ts'
import type { Endpoint } from '../../shared/kit/endpoint.ts'
import { audit, difference, type Kept } from './audit.ts'
import type { Context } from './context.ts'
import type { Database } from './database/tables.ts'

interface Call {
  endpoint: Endpoint
  body: unknown
  work(context: Context): Promise<unknown>
}

/**
 * Does a call's work and writes down what it changed; a call that left its record as it was, with what it was
 * asked. `changed` hears of it once it is durable.
 */
export async function audited(
  { endpoint, body, work }: Call,
  context: Context,
  changed: (entity: string, id: number) => void,
): Promise<unknown> {
  const entity = Object.values(entities).find(({ name }) => name === endpoint.changes)
  if (!entity) throw new Error(`${endpoint.path} changes ${endpoint.changes}, which is no entity`)
  const asked = idOf(body)
  const before = await recordOf(context.db, entity.table, asked)
  const data = await work(context)
  const entity_id = asked ?? idOf(data)
  const after = await recordOf(context.db, entity.table, entity_id)
  const action = endpoint.path.split('/').at(-1) ?? endpoint.path
  await audit(context.db, context, { action, entity: entity.name, entity_id, ...changeOf(before, after, body) })
  if (entity_id !== null) context.afterCommit(() => changed(entity.name, entity_id))
  return data
}

function changeOf(before: Kept | null, after: Kept | null, body: unknown): { before: Kept | null; after: Kept | null } {
  if (!before || !after) return { before, after }
  const changed = difference(before, after)
  return Object.keys(changed.after).length ? changed : { before: null, after: body as Kept }
}

const idOf = (given: unknown): number | null => {
  const id = (given as { id?: unknown } | null)?.id
  return typeof id === 'number' ? id : null
}

async function recordOf(db: Kysely<Database>, table: string, id: number | null): Promise<Kept | null> {
  if (id === null) return null
  const { rows } = await sql<Kept>`select * from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows[0] ?? null
}
