import { type Kysely, sql } from 'kysely'
import type { Asking } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { withoutSecret } from './hidden.ts'

/** Keeps what a pile took into one of its slots: a pile of 2.0.1 tells nobody what is in them. */
export async function keepNetwork(
  db: Kysely<Database>,
  pile_id: number,
  intent: Asking<'write_network'>,
): Promise<void> {
  const { slot, connection } = withoutSecret(intent) as Asking<'write_network'>
  await sql`
    insert into pile_network_slot (pile_id, slot, connection) values (${pile_id}, ${slot}, ${JSON.stringify(connection)}::jsonb)
    on conflict (pile_id, slot) do update set connection = excluded.connection, written_at = now()`.execute(db)
}
