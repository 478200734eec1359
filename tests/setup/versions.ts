import { sql } from 'kysely'
import { entities } from '../../src/shared/entities/index.ts'
import type { FreshDatabase } from './database.ts'

type Body = Record<string, unknown>

const TABLES = new Map<string, string>([
  ...Object.values(entities).flatMap(({ path, table, calls }): [string, string][] =>
    calls.update
      ? [
          [`${path}/${calls.update}`, table],
          [`${path}/bulk`, table],
        ]
      : [],
  ),
  ...(['/system/user/approve', '/system/user/disable', '/admin/assign'] as const).map((path): [string, string] => [
    path,
    'users',
  ]),
  ['/system/role/permissions', 'role'],
  ['/system/menu/update', 'menu'],
  ['/system/menu/move', 'menu'],
  ['/system/strategy/arrange', 'strategy'],
  ['/system/device/batch-device-update', 'batch_task'],
])

/**
 * A change as someone sends it who has just read what is changed: with its version. A body that names `version` (or `versions`)
 * itself, were it as undefined, is sent as it is.
 */
export async function withVersion(db: FreshDatabase['db'], path: string, body: unknown): Promise<unknown> {
  const table = TABLES.get(path)
  const asked = body as Body | null
  if (!table || typeof asked !== 'object' || asked === null || 'version' in asked || 'versions' in asked) return body
  const isBulk = path.endsWith('/bulk')
  const ids = (isBulk ? [asked.ids].flat() : [asked.id]).filter((id): id is number => Number.isSafeInteger(id))
  const known = new Map<number, number>()
  if (ids.length) {
    const { rows } = await sql<{ id: number; version: number }>`
      select id, version from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db)
    for (const { id, version } of rows) known.set(id, version)
  }
  if (!isBulk && asked.id === null) return body
  if (isBulk) return { ...asked, versions: Object.fromEntries(ids.map((id) => [id, known.get(id) ?? 1])) }
  return { ...asked, version: known.get(ids[0] ?? 0) ?? 1 }
}
