import { type Kysely, sql } from 'kysely'
import { customerOfTag } from '../../shared/domain/customer-tag.ts'
import type { Database } from '../kit/database/tables.ts'
import type { AuthorizationStatus, Cards, ConnectedPile } from '../ocpp/ports.ts'
import { RecentlyAccepted } from './recently-accepted.ts'

interface Place {
  pile_id: number
  /** Null: the pile asks before it knows. */
  connector_number: number | null
}

interface Payer {
  customer_id: number | null
  status: AuthorizationStatus
  standing: AuthorizationStatus
}

const NOBODY: Payer = { customer_id: null, status: 'Invalid', standing: 'Invalid' }
/** How long a start from the console stays good for a customer without a card. */
const REMOTE_START_HOURS = 24

/** Knows who pays for a card, or for the idTag of a customer whom staff started without one. */
export class Payers implements Cards {
  readonly #db: Kysely<Database>
  readonly #accepted = new RecentlyAccepted()

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** In use at this very pile is no obstacle: the driver may be about to end that session. */
  async authorize({ id }: ConnectedPile, card_number: string): Promise<AuthorizationStatus> {
    const { status } = await this.find(this.#db, { pile_id: id, connector_number: null }, card_number)
    if (status === 'Accepted') this.#accepted.note(id, card_number)
    return status
  }

  acceptedAt(pile_id: number, card_number: string): number | null {
    return this.#accepted.at(pile_id, card_number)
  }

  /** Numbers are compared without regard to case (OCPP 1.6, 7.28). */
  async find(db: Kysely<Database>, place: Place, given: string): Promise<Payer> {
    const number = given.toUpperCase()
    const found = (await byCard(db, number)) ?? (await byTag(db, place.pile_id, number))
    if (!found) return NOBODY
    const standing = standingOf(found)
    const customer_id = found.customer_id
    if (standing !== 'Accepted' || customer_id === null) return { customer_id, status: standing, standing }
    if (await isInUse(db, place, number)) return { customer_id, status: 'ConcurrentTx', standing }
    const spoken = await spokenFor(db, customer_id)
    return { customer_id, status: (found.balance_cents ?? 0) > spoken ? 'Accepted' : 'Blocked', standing }
  }
}

interface Found {
  card_status: 'normal' | 'blocked'
  customer_id: number | null
  customer_status: 'normal' | 'invalid' | null
  balance_cents: number | null
}

/** Blocked is what staff blocked; Invalid is what nobody pays for. */
function standingOf({ card_status, customer_id, customer_status }: Found): AuthorizationStatus {
  if (card_status === 'blocked') return 'Blocked'
  return customer_id !== null && customer_status === 'normal' ? 'Accepted' : 'Invalid'
}

const byCard = (db: Kysely<Database>, number: string): Promise<Found | undefined> =>
  db
    .selectFrom('card')
    .leftJoin('customer', 'customer.id', 'card.customer_id')
    .select([
      'card.status as card_status',
      'customer.id as customer_id',
      'customer.status as customer_status',
      'customer.balance_cents',
    ])
    .where(sql`upper(card.number)`, '=', number)
    .where('card.archived_at', 'is', null)
    .executeTakeFirst()

/** Such an idTag is good only where staff asked the pile to start with it: no card reader brings it. */
async function byTag(db: Kysely<Database>, pile_id: number, tag: string): Promise<Found | undefined> {
  const customer_id = customerOfTag(tag)
  if (customer_id === null) return undefined
  const asked = await db
    .selectFrom('command')
    .select('id')
    .where('pile_id', '=', pile_id)
    .where('action', '=', 'RemoteStartTransaction')
    .where('created_at', '>', sql<string>`now() - make_interval(hours => ${REMOTE_START_HOURS})`)
    .where(sql`upper(payload::jsonb ->> 'idTag')`, '=', tag)
    .limit(1)
    .executeTakeFirst()
  if (!asked) return undefined
  return await db
    .selectFrom('customer')
    .select([
      'id as customer_id',
      'status as customer_status',
      'balance_cents',
      sql<'normal'>`'normal'`.as('card_status'),
    ])
    .where('id', '=', customer_id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

async function isInUse(db: Kysely<Database>, { pile_id, connector_number }: Place, number: string): Promise<boolean> {
  const used = await db
    .selectFrom('orders')
    .select('id')
    .where('card_number', '=', number)
    .where('status', '=', 'generated')
    .where((eb) =>
      connector_number === null
        ? eb('pile_id', '<>', pile_id)
        : eb.or([eb('pile_id', '<>', pile_id), eb('connector_number', '<>', connector_number)]),
    )
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** What the customer's sessions cost so far that are not paid yet. */
async function spokenFor(db: Kysely<Database>, customer_id: number): Promise<number> {
  const { cents } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('total_cents'), sql<number>`0`).as('cents'))
    .where('customer_id', '=', customer_id)
    .where('status', 'in', ['generated', 'completed'])
    .executeTakeFirstOrThrow()
  return cents
}
