import { type Kysely, sql } from 'kysely'
import { customerOfTag } from '../../shared/domain/customer-tag.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ProcessState } from '../kit/process-state.ts'
import type { AuthorizationStatus, CardInfo, Cards, ConnectedPile } from '../ocpp/ports.ts'
import { CardGuesses, type OnGuessing } from './guesses.ts'
import { isInUse, type Limits, type Place } from './in-use.ts'

const FOR_MS = 10 * 60_000
// A storm of cards must not fill the memory; the oldest are forgotten first.
const MOST = 20_000

/** When cards were accepted lately, by pile. Only the story of an order needs it: it need not outlive the process. */
class RecentlyAccepted {
  readonly #times = new Map<string, number>()

  note(pile_id: number, card_number: string, now = Date.now()): void {
    const key = keyOf(pile_id, card_number)
    this.#times.delete(key)
    this.#times.set(key, now)
    const [oldest] = this.#times.keys()
    if (this.#times.size > MOST && oldest !== undefined) this.#times.delete(oldest)
  }

  at(pile_id: number, card_number: string, now = Date.now()): number | null {
    const time = this.#times.get(keyOf(pile_id, card_number))
    return time !== undefined && now - time <= FOR_MS ? time : null
  }
}

const keyOf = (pile_id: number, card_number: string) => `${pile_id} ${card_number.toUpperCase()}`

interface Payer {
  customer_id: number | null
  status: AuthorizationStatus
  standing: AuthorizationStatus
  /** The pile asks for too many unknown numbers: neither status says anything of this one, and nobody is taken to pay. */
  withheld?: true
  /** It ends sessions and starts none (OCPP 2.0.1, C16.FR.03). */
  master?: true
  /** What a pile is told of it beside its status: nothing of who has no card. */
  group: string | null
  until: string | null
}

const NO_FACTS = { group: null, until: null }

const WITHHELD: Payer = { customer_id: null, status: 'Invalid', standing: 'Invalid', withheld: true, ...NO_FACTS }
const NOBODY: Payer = { customer_id: null, status: 'Invalid', standing: 'Invalid', ...NO_FACTS }
const MASTER: Payer = { ...NOBODY, standing: 'Accepted', master: true }
/** How long a start from the console stays good for a customer without a card. */
const REMOTE_START_HOURS = 24

/** Knows who pays for a card, or for the idTag of a customer whom staff started without one. */
export class Payers implements Cards {
  readonly #db: Kysely<Database>
  readonly #accepted = new RecentlyAccepted()
  readonly #guesses: CardGuesses
  readonly state: ProcessState

  constructor(db: Kysely<Database>, onGuessing: OnGuessing = { began() {}, ended() {} }) {
    this.#db = db
    this.#guesses = new CardGuesses(onGuessing)
    this.state = this.#guesses.state
  }

  /** In use at this very pile is no obstacle: the driver may be about to end that session. */
  async authorize({ id }: ConnectedPile, card_number: string, knowsMasters: boolean): Promise<CardInfo | null> {
    const place = { pile_id: id, connector_number: null }
    const { status, withheld, master, group, until } = await this.find(this.#db, place, card_number)
    if (withheld) return null
    if (master && knowsMasters) return { status: 'Accepted', group, until }
    if (status === 'Accepted') this.#accepted.note(id, card_number)
    return status === 'Invalid' ? { status, ...NO_FACTS } : { status, group, until }
  }

  /** Of what is no good at all nothing more is said. */
  async told(card_number: string | null, status: AuthorizationStatus): Promise<CardInfo> {
    if (status === 'Invalid' || card_number === null) return { status, ...NO_FACTS }
    const card = await this.#db
      .selectFrom('card_standing')
      .select(['group_number', 'valid_until'])
      .where('tag', '=', card_number.toUpperCase())
      .executeTakeFirst()
    return { status, group: card?.group_number ?? null, until: card?.valid_until ?? null }
  }

  acceptedAt(pile_id: number, card_number: string): number | null {
    return this.#accepted.at(pile_id, card_number)
  }

  /**
   * Numbers are compared without regard to case. Everything that tells a pile of a number comes here, so all of it
   * counts as asking for it.
   */
  async find(db: Kysely<Database>, place: Place, given: string, now = Date.now()): Promise<Payer> {
    const number = given.toUpperCase()
    const found = (await byCard(db, number)) ?? (await byTag(db, place, number))
    if (await this.#guesses.withholds(db, place.pile_id, number)) return WITHHELD
    if (!found) {
      await this.#guesses.note(db, place.pile_id, number)
      return NOBODY
    }
    const { standing, customer_id, is_master, group_number, valid_until, ...limits } = found
    const facts = { group: group_number, until: valid_until }
    if (standing === 'Accepted' && is_master) return { ...MASTER, ...facts }
    const payer = { customer_id, standing, ...facts }
    if (standing !== 'Accepted' || customer_id === null) return { ...payer, status: standing }
    if (await isInUse(db, place, { number, ...limits }, now)) return { ...payer, status: 'ConcurrentTx' }
    return { ...payer, status: (await creditOf(db, customer_id)) > 0 ? 'Accepted' : 'NoCredit' }
  }
}

/** Blocked is what staff blocked, Expired whose time is over; Invalid is what nobody pays for (migration 0303). */
type Standing = 'Accepted' | 'Blocked' | 'Expired' | 'Invalid'
interface Found extends Limits {
  customer_id: number | null
  standing: Standing
  is_master: boolean
  group_number: string | null
  valid_until: string | null
}
/** A customer whom staff start without a card has one session at a time. */
const NO_CARD = {
  ...{ is_master: false, at_once: 1, group_id: null, group_at_once: null },
  ...{ group_number: null, valid_until: null },
}

const byCard = (db: Kysely<Database>, number: string): Promise<Found | undefined> =>
  db
    .selectFrom('card_standing')
    .select(['customer_id', 'standing', 'is_master', 'at_once', 'group_id', 'group_at_once'])
    .select(['group_number', 'valid_until'])
    .where('tag', '=', number)
    .executeTakeFirst()

/**
 * Such an idTag is good only where staff asked the pile to start with it, for that connector and once: no card reader brings it,
 * and what one order has used explains no other (orders/remote-start.ts).
 */
async function byTag(
  db: Kysely<Database>,
  { pile_id, connector_number }: Place,
  tag: string,
): Promise<Found | undefined> {
  const customer_id = customerOfTag(tag)
  if (customer_id === null) return undefined
  const asked = await db
    .selectFrom('command')
    .select('id')
    .where('pile_id', '=', pile_id)
    .where('action', '=', 'start')
    .where('created_at', '>', sql<string>`now() - make_interval(hours => ${REMOTE_START_HOURS})`)
    .where('status', 'not in', ['queued', 'refused', 'not_connected'])
    .where(sql`upper(intent::jsonb ->> 'card_number')`, '=', tag)
    .where(sql<boolean>`coalesce(command.connector_number = ${connector_number}::int, true)`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('orders').select('orders.id').whereRef('orders.command_id', '=', 'command.id'))),
    )
    .limit(1)
    .executeTakeFirst()
  if (!asked) return undefined
  const customer = await db
    .selectFrom('customer')
    .select(['id as customer_id', sql<Standing>`standing_of('normal', status)`.as('standing')])
    .where('id', '=', customer_id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return customer && { ...customer, ...NO_CARD }
}

/** The balance without what the customer's sessions cost so far that are not paid yet. */
async function creditOf(db: Kysely<Database>, customer_id: number): Promise<number> {
  const { rows } = await sql<{ cents: number | null }>`select customer_credit_cents(${customer_id}) as cents`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}
