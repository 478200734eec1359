import { type Selectable, sql } from 'kysely'
import type { adoptPile } from '../../shared/endpoints/piles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { passwordByHand } from '../kit/new-pile-passwords.ts'
import { may } from '../kit/person.ts'
import { hashPileSecret, newPileSecret } from '../kit/pile-secret.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import type { Sockets } from './ports.ts'

type Rejected = Selectable<Database['rejected_connection']>
type Asked = Parsed<typeof adoptPile>
type Adopted = Data<typeof adoptPile>

interface Keys {
  hash: string | null
  /** To be shown this once. */
  password: string | null
}

interface Known {
  id: number
  enabled: boolean
  last_seen_at: string | null
  last_address: string | null
}

interface Ports {
  /** OCPP_AUTH */
  auth: 'required' | 'optional'
  sockets: Pick<Sockets, 'connected'>
}

/**
 * Takes a pile that tried to connect into the network. The rule: what is adopted is exactly what was shown. A row stands for one password from one
 * address with one reason, and never changes; the caller names it and its fingerprint. A pile that is known meanwhile, or no more, is another case
 * than the one that was shown, and nothing is done.
 */
export async function adopt(asked: Asked, context: Context, ports: Ports): Promise<Adopted> {
  const rejected = await take(context, asked)
  const { station_number, reason } = rejected
  const known = await pileOf(context, station_number)
  if (Boolean(known) !== (reason !== 'unknown_station')) throw new Refusal(409, 'commands:adopt_changed')
  const adopted = known
    ? await mend(context, { known, rejected, asked }, ports)
    : await create(context, rejected, { asked, keys: keysOf(rejected, ports.auth) })
  await forget(context, station_number)
  return adopted
}

/** Two who adopt at once, from whichever rows of a station, do so one after the other. */
async function take({ db }: Context, { id, fingerprint }: Asked): Promise<Rejected> {
  const read = db.selectFrom('rejected_connection').selectAll().where('id', '=', id)
  const found = await read.executeTakeFirst()
  if (!found) throw notFound()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`adopt ${found.station_number}`}, 0))`.execute(db)
  const rejected = await read.forUpdate().executeTakeFirst()
  if (!rejected) throw notFound()
  if (rejected.fingerprint !== fingerprint) throw new Refusal(409, 'commands:adopt_changed')
  if (rejected.reason === 'unsupported_protocol') throw new Refusal(409, 'commands:adopt_protocol')
  if (rejected.reason === 'lower_profile') throw new Refusal(409, 'certificates:adopt_lower')
  if (rejected.reason.startsWith('certificate_')) throw new Refusal(409, 'commands:adopt_certificate')
  if (rejected.reason === 'too_many_attempts') throw new Refusal(409, 'commands:adopt_attempts')
  return rejected
}

const pileOf = ({ db }: Context, station_number: string): Promise<Known | undefined> =>
  db
    .selectFrom('pile')
    .select(['id', 'enabled', 'last_seen_at', 'last_address'])
    .where('station_number', '=', station_number)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** The password that was offered, if it is a good one; else a fresh one where piles need one. */
function keysOf({ offered, offered_hash, reason }: Rejected, auth: 'required' | 'optional'): Keys {
  if (offered_hash) return { hash: offered_hash, password: null }
  if (auth === 'optional' && offered === 'none' && reason === 'unknown_station') return { hash: null, password: null }
  const password = newPileSecret()
  return { hash: hashPileSecret(password), password }
}

async function create(
  context: Context,
  { station_number, address, fingerprint, last_at }: Rejected,
  { asked, keys }: { asked: Asked; keys: Keys },
): Promise<Adopted> {
  const place = { site_id: asked.site_id ?? null, pile_type_id: asked.pile_type_id ?? null }
  const { id } = await context.db
    .insertInto('pile')
    .values({ station_number, ...place, password_hash: keys.hash, enabled: true, knocked_at: last_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note(context, id, { station_number, ...place, address, fingerprint })
  return { id, password: keys.password }
}

interface Mending {
  known: Known
  rejected: Rejected
  asked: Asked
}

/** A disabled pile is enabled and keeps the password it has. Any other gets a new one, which counts beside its own until it is used. */
async function mend(context: Context, { known, rejected, asked }: Mending, { auth, sockets }: Ports): Promise<Adopted> {
  const { reason, station_number, address, fingerprint } = rejected
  const { id, enabled, last_seen_at, last_address } = known
  if (!may(context.person, 'pile.update')) throw new Refusal(403, 'no_permission')
  if (sockets.connected(id)) throw new Refusal(409, 'commands:adopt_connected')
  await note(context, id, { station_number, reason, address, fingerprint })
  if (reason === 'disabled') {
    if (enabled) throw new Refusal(409, 'commands:adopt_changed')
    await context.db
      .updateTable('pile')
      .set((eb) => ({ enabled: true, version: eb('version', '+', 1), updated_at: new Date().toISOString() }))
      .where('id', '=', id)
      .execute()
    return { id, password: null }
  }
  if (!enabled) throw new Refusal(409, 'commands:adopt_changed')
  if (!asked.replace_password)
    throw new Refusal(409, 'commands:adopt_replaces', { data: { pile: { id, last_seen_at, last_address } } })
  const { hash, password } = keysOf(rejected, auth)
  if (hash) await passwordByHand(context.db, id, hash)
  return { id, password }
}

const note = (context: Context, id: number, after: Record<string, unknown>) =>
  audit(context.db, context, { action: 'adopt', entity: 'pile', entity_id: id, before: null, after })

/** What else was noted against this station is settled with it. */
async function forget({ db }: Context, station_number: string): Promise<void> {
  await db
    .deleteFrom('rejected_connection')
    .where('station_number', '=', station_number)
    .where('reason', '<>', 'unsupported_protocol')
    .execute()
}
