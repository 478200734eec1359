import { type Kysely, sql } from 'kysely'
import type { Database } from '../../kit/database/tables.ts'
import { CHAIN_LOCK, content, sealOf } from './link.ts'

type Db = Kysely<Database>

const AT_ONCE = 500

/**
 * Seals what is durable and not sealed yet, in the order of the entries' numbers; gives how many. On several nodes one does and the
 * others leave at once: the lock is the database's. An entry whose transaction took long gets its place when it is durable.
 */
export async function sealAudit(db: Db): Promise<number> {
  for (let sealed = 0; ; ) {
    const count = await db.transaction().execute(sealSome)
    sealed += count
    if (count < AT_ONCE) return sealed
  }
}

interface Unsealed {
  entry_id: number
  content: string | null
}

async function sealSome(trx: Db): Promise<number> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as mine`.execute(trx)
  if (!locks[0]?.mine) return 0
  const { rows } = await sql<Unsealed>`
    select u.entry_id, ${content} as content from audit_unsealed u left join audit_entry e on e.id = u.entry_id
    order by u.entry_id limit ${AT_ONCE}`.execute(trx)
  if (!rows.length) return 0
  const head = await trx.selectFrom('audit_end').selectAll().where('which', '=', 'head').executeTakeFirstOrThrow()
  const ids: number[] = []
  const hashes: string[] = []
  let { hash, position } = head
  for (const { entry_id, content } of rows) {
    // Of one that was deleted before it was sealed the seal stays, and the check misses the entry.
    hash = sealOf(hash, ++position, content ?? '')
    ids.push(entry_id)
    hashes.push(hash)
  }
  await sql`insert into audit_seal (position, entry_id, hash)
    select ${head.position}::bigint + n, id, hash
    from unnest(${ids}::bigint[], ${hashes}::text[]) with ordinality as sealed (id, hash, n)`.execute(trx)
  await trx.deleteFrom('audit_unsealed').where('entry_id', 'in', ids).execute()
  await trx
    .updateTable('audit_end')
    .set({ position, hash, at: new Date().toISOString() })
    .where('which', '=', 'head')
    .execute()
  return rows.length
}
