import { type Kysely, sql } from 'kysely'
import { arrayOfIds } from '../kit/database/client.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Known } from './accounts.ts'
import type { RemoteStops } from './remote-stops.ts'
import type { SessionBook } from './session-book.ts'

interface Ports {
  db: Kysely<Database>
  book: SessionBook
  remoteStops: RemoteStops
  /** There is more or less than piles were told. */
  news(customer_id: number): void
}

/**
 * Reads what the customers of sessions here have, and what runs for them at piles of other nodes. A session that this leaves nothing for is
 * asked to stop at once, as by its next reading; so is one whose card was blocked at another node, again and again until it ends. To be called
 * about once a second, where there are other nodes.
 */
export async function learnElsewhere({ db, book, remoteStops, news }: Ports, now = Date.now()): Promise<void> {
  await forgetSettled(db, book)
  await learnDisowned({ db, book, remoteStops }, now)
  const before = book.accounts.known()
  if (!before.size) return
  const differing = new Set<number>()
  for (const known of await readAccounts(db, [...before.keys()], ordersIn(book))) {
    const learned = book.accounts.learn(known, before)
    if (learned.isNews) news(known.customer_id)
    if (learned.isOther) differing.add(known.customer_id)
  }
  if (!differing.size) return
  for (const session of book.sessions())
    if (differing.has(session.facts.customer_id ?? 0)) remoteStops.watch(session, now)
}

/** What another node settled of the orders that wait here for their cable is in the balance now: counted here as well it would count twice. */
async function forgetSettled(db: Kysely<Database>, book: SessionBook): Promise<void> {
  const waiting = new Map<number, number>()
  for (const { pile, waiting: orders } of book.piles())
    for (const { order_id } of orders) waiting.set(order_id, pile.id)
  if (!waiting.size) return
  const { rows } = await sql<{ id: number }>`select id from orders
    where id = any(${arrayOfIds([...waiting.keys()])}::bigint[]) and (status <> 'completed' or left_at is not null)`.execute(
    db,
  )
  for (const { id } of rows) book.remove(waiting.get(id) ?? 0, id)
}

/** So long the node that wrote orders down as nobody's has to ask their piles: from its commit on that is a matter of milliseconds. */
const ASKS_WITHIN_S = 2

/**
 * A card was reported stolen at another node, which wrote its orders down as nobody's and asks their piles once. Here the session learns of it:
 * it leaves its customer's account, and its pile is asked again by this node if it goes on. If the other one died before it asked, this one does.
 */
async function learnDisowned({ db, book, remoteStops }: Omit<Ports, 'news'>, now: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from orders
    where status = 'generated' and refused_as is not null`.execute(db)
  const news = rows.filter(({ id }) => book.session(id)?.facts.unauthorized === false)
  if (!news.length) return
  const ids = news.map(({ id }) => id)
  for (const { id, asked } of await askedFor(db, ids)) {
    if (asked === null) continue
    const session = book.disown(id)
    if (session && asked) Object.assign(session, { stops_asked: 1, stop_asked_at: now })
    else if (session) remoteStops.halt(session, now)
  }
}

/** Whether their piles were asked to stop since they are nobody's; null while another node may be about to. */
async function askedFor(db: Kysely<Database>, ids: number[]): Promise<{ id: number; asked: boolean | null }[]> {
  const { rows } = await sql<{ id: number; asked: boolean | null }>`
    select o.id, case when exists (select from command c where c.pile_id = o.pile_id and c.action = 'stop'
          and c.intent::jsonb ->> 'transaction_id' = o.transaction_id::text and c.status not in ('queued', 'not_sent')
          and c.created_at > o.refused_from - make_interval(secs => ${ASKS_WITHIN_S})) then true
        when o.refused_from > now() - make_interval(secs => ${ASKS_WITHIN_S}) then null
        else false end as asked
    from orders o where o.id = any(${arrayOfIds(ids)}::bigint[])`.execute(db)
  return rows
}

function ordersIn(book: SessionBook): number[] {
  const waiting = [...book.piles()].flatMap((pile) => pile.waiting.map(({ order_id }) => order_id))
  return [...[...book.sessions()].map(({ facts }) => facts.order_id), ...waiting]
}

/** At a pile that is away nobody knows what it costs so far: it counts for nothing, as at one node. */
async function readAccounts(db: Kysely<Database>, customers: number[], here: number[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select c.id as customer_id, c.balance_cents, coalesce(o.cents, 0)::bigint as elsewhere_cents
    from customer c left join (
      select o.customer_id, sum(o.total_cents) as cents from orders o join pile p on p.id = o.pile_id and p.state <> 'offline'
      where o.status in ('generated', 'completed') and o.left_at is null and o.customer_id = any(${arrayOfIds(customers)}::bigint[])
        and not exists (select from unnest(${arrayOfIds(here)}::bigint[]) h (id) where h.id = o.id)
      group by o.customer_id) o on o.customer_id = c.id
    where c.id = any(${arrayOfIds(customers)}::bigint[])`.execute(db)
  return rows
}
