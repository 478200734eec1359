import type { Selectable } from 'kysely'
import type { adoptPile } from '../../shared/endpoints/piles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { hashPileSecret, newPileSecret } from '../kit/pile-secret.ts'
import { notFound, Refusal } from '../kit/refusal.ts'

type Rejected = Selectable<Database['rejected_connection']>
type Adopted = Data<typeof adoptPile>

interface Keys {
  password_hash: string | null
  /** To be shown this once. */
  password: string | null
}

/**
 * Takes a pile that knocked into the network: one that nobody knew is created, one that was disabled or had another
 * password is put right. What it offered becomes its password; one that offered none gets a fresh one where piles need one.
 */
export async function adopt(
  { id, site_id, pile_type_id }: Parsed<typeof adoptPile>,
  context: Context,
  auth: 'required' | 'optional',
): Promise<Adopted> {
  const rejected = await take(context, id)
  if (rejected.reason === 'unsupported_protocol') throw new Refusal(409, 'commands:adopt_protocol')
  const known = await context.db
    .selectFrom('pile')
    .select('id')
    .where('station_number', '=', rejected.station_number)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const keys = keysOf(rejected, auth)
  const place = { site_id: site_id ?? null, pile_type_id: pile_type_id ?? null }
  const pile_id = known
    ? await mend(context, known.id, rejected, keys)
    : await create(context, rejected.station_number, { ...keys, ...place })
  await forget(context, rejected.station_number)
  return { id: pile_id, password: known && rejected.reason === 'disabled' ? null : keys.password }
}

async function take({ db }: Context, id: number): Promise<Rejected> {
  const rejected = await db
    .selectFrom('rejected_connection')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!rejected) throw notFound()
  return rejected
}

function keysOf({ offered_hash, reason }: Rejected, auth: 'required' | 'optional'): Keys {
  if (offered_hash) return { password_hash: offered_hash, password: null }
  // It knows none, and none is asked of it.
  if (auth === 'optional' && reason === 'unknown_station') return { password_hash: null, password: null }
  const password = newPileSecret()
  return { password_hash: hashPileSecret(password), password }
}

async function create(
  context: Context,
  station_number: string,
  kept: { password_hash: string | null; site_id: number | null; pile_type_id: number | null },
): Promise<number> {
  const { password_hash, site_id, pile_type_id } = kept
  const { id } = await context.db
    .insertInto('pile')
    .values({ station_number, site_id, pile_type_id, password_hash, enabled: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(context.db, context, {
    action: 'adopt',
    entity: 'pile',
    entity_id: id,
    before: null,
    after: { station_number, site_id, pile_type_id },
  })
  return id
}

/** A disabled pile keeps the password it has. */
async function mend(
  context: Context,
  id: number,
  { reason, station_number }: Rejected,
  { password_hash }: Keys,
): Promise<number> {
  const change = reason === 'disabled' ? { enabled: true } : { password_hash }
  await context.db
    .updateTable('pile')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: new Date().toISOString() }))
    .where('id', '=', id)
    .execute()
  await audit(context.db, context, {
    action: 'adopt',
    entity: 'pile',
    entity_id: id,
    before: null,
    after: { station_number, reason },
  })
  return id
}

/** What else was noted against this station is settled with it. */
async function forget({ db }: Context, station_number: string): Promise<void> {
  await db
    .deleteFrom('rejected_connection')
    .where('station_number', '=', station_number)
    .where('reason', '<>', 'unsupported_protocol')
    .execute()
}
