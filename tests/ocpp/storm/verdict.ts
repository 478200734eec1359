import type { FreshDatabase } from '../../setup/database.ts'
import type { StormPile } from './storm-pile.ts'
import type { Delivered, TrueSession } from './true-session.ts'

type Db = FreshDatabase['db']
type OrderRow = Awaited<ReturnType<typeof ordersOf>>[number]

/** What of the server's books is not as it was at the piles; empty when all is. */
export async function differences(db: Db, piles: readonly StormPile[], cents_per_kwh: number): Promise<string[]> {
  const wrong: string[] = []
  const say = (what: string) => void wrong.push(what)
  for (const pile of piles) {
    const orders = await ordersOf(db, pile.given.pile_id)
    const aside = await asideOf(db, pile.given.pile_id)
    everySessionIsOneOrder(pile, orders, say)
    for (const session of pile.sessions) {
      const order = orders.find(({ transaction_id }) => transaction_id === session.transaction_id)
      if (order) compare({ pile, session, order, aside, cents_per_kwh }, say)
    }
    unbilledBeside(pile, orders, say)
    nothingTwice(pile, orders, say)
    const strange = count(
      aside.filter(({ reason, transaction }) => reason === 'unknown_transaction' && isStrange(transaction)),
    )
    if (strange !== pile.strangeStops) say(`${pile.given.station}: ${pile.strangeStops} strange stops, ${strange} kept`)
    for (const error of pile.errors) say(error)
    for (const lost of await lostReadings(db, pile, aside)) say(lost)
    for (const refused of await notStopped(db, pile, orders)) say(refused)
  }
  return [...wrong, ...(await moneyThatDiffers(db))]
}

const isStrange = (transaction: number) => transaction < 1 || transaction === 2_000_000_000
const count = (rows: { times: number }[]) => rows.reduce((sum, { times }) => sum + times, 0)

const ordersOf = (db: Db, pile_id: number) =>
  db.selectFrom('orders').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()

async function asideOf(db: Db, pile_id: number) {
  const rows = await db.selectFrom('set_aside').selectAll().where('pile_id', '=', pile_id).execute()
  return rows.map(({ action, reason, payload, times }) => {
    const { transactionId, transaction_id } = payload as { transactionId?: number; transaction_id?: number }
    return { action, reason, times, transaction: transactionId ?? transaction_id ?? -1 }
  })
}

const nameOf = ({ pile_id, connector, kind, transaction_id, from_wh, wh, odd, intruder }: TrueSession) =>
  `pile ${pile_id}:${connector} ${intruder ? 'intruder ' : ''}${kind} ${transaction_id} ${from_wh}-${wh} (${[...odd]})`

/** What the pile told of them, for anyone who has to find out. */
function story({ delivered }: StormPile, ...sessions: TrueSession[]): string {
  const isTheirs = ({ session, said }: Delivered) =>
    session
      ? session.connector === sessions[0]?.connector
      : said.connectorId === sessions[0]?.connector || said.connectorId === undefined
  const from = delivered.findIndex(({ session }) => session === sessions[0])
  const to = delivered.findLastIndex(({ session }) => session && sessions.includes(session))
  return delivered
    .slice(from, to + 1)
    .filter(isTheirs)
    .map(
      ({ action, said, at, session }) =>
        `\n  ${new Date(at).toISOString()} ${session?.transaction_id ?? ''} ${action} ${JSON.stringify(said)}`,
    )
    .join('')
}

function everySessionIsOneOrder(pile: StormPile, orders: OrderRow[], say: (what: string) => void) {
  const told = new Map<number, TrueSession>()
  for (const session of pile.sessions) {
    const { transaction_id } = session
    if (transaction_id === null) {
      say(`${nameOf(session)}: never answered`)
      continue
    }
    const other = told.get(transaction_id)
    if (other && !areAlike(pile, other, session))
      say(`${nameOf(session)}: the same order as ${nameOf(other)}${story(pile, other, session)}`)
    told.set(transaction_id, session)
    if (!orders.some((order) => order.transaction_id === transaction_id)) say(`${nameOf(session)}: no order`)
  }
}

/** Nobody who has only what the pile told can know that these are two: what came between says nothing of the first. */
function areAlike(pile: StormPile, first: TrueSession, second: TrueSession): boolean {
  const begun = (session: TrueSession) =>
    pile.delivered.findIndex((each) => each.session === session && each.action === 'StartTransaction')
  if (first.card !== second.card || first.from_wh !== second.from_wh) return false
  return pile.delivered.slice(begun(first) + 1, begun(second)).every(({ action, said, session }) => {
    if (action === 'BootNotification') return false
    if (action === 'StatusNotification')
      // Where the clock was set back, it looks older than what is known, and then changes nothing.
      return said.connectorId !== first.connector || said.status !== 'Available' || pile.given.clock.kind === 'set_back'
    if (session !== first || action === 'StartTransaction') return true
    // A register that goes on says the same at the start of both; without a number it may be the intruder's.
    const isVague = first.from_wh > 0 || (said.transactionId === undefined && first.odd.has('intruder'))
    return action === 'MeterValues' && isVague
  })
}

interface Compared {
  pile: StormPile
  session: TrueSession
  order: OrderRow
  aside: Awaited<ReturnType<typeof asideOf>>
  cents_per_kwh: number
}

function compare({ pile, session, order, aside, cents_per_kwh }: Compared, say: (what: string) => void) {
  const wrong = (what: string) => say(`${nameOf(session)}: ${what}`)
  if (order.card_number !== session.card || order.connector_number !== session.connector)
    wrong('of another card or connector')
  if (order.meter_start_wh !== session.from_wh) wrong(`begins at ${order.meter_start_wh}`)
  const [first, ...alike] = pile.sessions.filter(({ transaction_id }) => transaction_id === order.transaction_id)
  if (order.reservation_id !== first?.reservation_id) wrong('another reservation')
  if (order.refused_as !== null && order.customer_id !== null) wrong('refused, and someone’s')
  const isGood = session.kind === 'own' || session.kind === 'second'
  if (!isGood && order.refused_as === null) wrong('let in')
  if (session.status === 'Accepted' && order.refused_as !== null)
    wrong(`told ${session.status}, kept as ${order.refused_as}`)
  if (alike.length > 0 && session.stopped_wh !== order.meter_stop_wh) return keptStop(session, order, aside, wrong)
  if (isBilled(order)) compareBill(session, order, cents_per_kwh, wrong)
  else if (order.status === 'completed' && !order.abnormal) wrong('never settled')
  else if (session.odd.size === 0 && !session.intruder && session.status === 'Accepted')
    wrong(`held as ${order.abnormal ?? order.status}`)
  keptStop(session, order, aside, wrong)
}

/** A stop that is not its order's end is kept for a person. */
function keptStop(
  { stopped_wh }: TrueSession,
  order: OrderRow,
  aside: Compared['aside'],
  wrong: (what: string) => void,
) {
  if (stopped_wh === null || order.meter_stop_wh === stopped_wh) return
  const isAside = aside.some(({ action, transaction }) => action === 'stop' && transaction === order.transaction_id)
  if (!isAside) wrong(`stopped at ${stopped_wh}, kept as ${order.meter_stop_wh}`)
}

const isBilled = ({ status }: OrderRow) => status === 'paid' || status === 'unpaid'

function compareBill(session: TrueSession, order: OrderRow, cents_per_kwh: number, wrong: (what: string) => void) {
  if (session.stopped_wh === null) return wrong('billed without a stop')
  const drawn = session.stopped_wh - session.from_wh
  if (order.refused_as !== null && order.total_cents + order.energy_wh > 0) wrong('refused, and billed')
  if (order.energy_wh !== drawn) wrong(`${order.energy_wh} Wh billed, ${drawn} drawn`)
  const cents = (order.energy_wh * cents_per_kwh) / 1000
  if (Math.abs(order.total_cents - cents) > order.lines.length) wrong(`${order.total_cents} cents for ${cents}`)
}

/** An order that is no session’s own costs nobody anything. */
function unbilledBeside(pile: StormPile, orders: OrderRow[], say: (what: string) => void) {
  const own = new Set(pile.sessions.map(({ transaction_id }) => transaction_id))
  for (const { transaction_id, status, total_cents, paid_cents, abnormal } of orders) {
    if (own.has(transaction_id)) continue
    if (status !== 'generated' && !abnormal) say(`order ${transaction_id} is nobody’s session and ${status}`)
    if (status !== 'generated' && total_cents + paid_cents > 0)
      say(`order ${transaction_id} is nobody’s session and costs`)
  }
}

/** No stretch of what a connector delivered is billed to two. */
function nothingTwice(pile: StormPile, orders: OrderRow[], say: (what: string) => void) {
  const billed = pile.sessions.flatMap((session) => {
    const order = orders.find(({ transaction_id }) => transaction_id === session.transaction_id)
    const isIts = order && isBilled(order) && order.energy_wh > 0 && order.meter_stop_wh === session.stopped_wh
    return isIts ? [{ session, until: session.from_total + order.energy_wh }] : []
  })
  for (const one of billed)
    for (const other of billed) {
      if (one === other || one.session.connector !== other.session.connector) continue
      const from = one.session.from_total
      if (from <= other.session.from_total && one.until > other.session.from_total)
        say(`${nameOf(one.session)}: billed with ${nameOf(other.session)}${story(pile, one.session, other.session)}`)
    }
}

/** A reading with a transaction that we know is its order's, or kept for a person. */
async function lostReadings(db: Db, pile: StormPile, aside: Compared['aside']): Promise<string[]> {
  const rows = await db
    .selectFrom('reading')
    .innerJoin('orders', 'orders.id', 'reading.order_id')
    .select(['orders.transaction_id', 'reading.at', 'reading.energy_wh'])
    .where('reading.pile_id', '=', pile.given.pile_id)
    .execute()
  const kept = new Map(rows.map(({ transaction_id, at, energy_wh }) => [`${transaction_id} ${at}`, energy_wh ?? 0]))
  const isAside = new Set(aside.filter(({ action }) => action === 'readings').map(({ transaction }) => transaction))
  return pile.sessions.flatMap((session) =>
    session.readings
      .filter(({ at, wh }) => (kept.get(`${session.transaction_id} ${at}`) ?? -1) < wh)
      .filter(() => !isAside.has(session.transaction_id ?? -1))
      .map(({ at, wh }) => `${nameOf(session)}: the reading of ${wh} at ${at} is not its own`),
  )
}

/** Who charges without leave is asked to stop, with an alarm. */
async function notStopped(db: Db, pile: StormPile, orders: OrderRow[]): Promise<string[]> {
  const asked = await db
    .selectFrom('command')
    .select('payload')
    .where('pile_id', '=', pile.given.pile_id)
    .where('action', '=', 'stop')
    .execute()
  const stops = new Set(asked.map(({ payload }) => Number(JSON.parse(payload).transactionId)))
  const alarms = await db
    .selectFrom('alarm')
    .select(['connector_number', 'raised_at', 'cleared_at'])
    .where('code', '=', 'UnauthorizedCharging')
    .where('pile_id', '=', pile.given.pile_id)
    .execute()
  // One that is open at the connector is not raised again.
  const isAlarmed = ({ connector_number, received_at, stop_received_at }: OrderRow) =>
    alarms.some(
      (alarm) =>
        alarm.connector_number === connector_number &&
        alarm.raised_at <= (stop_received_at ?? alarm.raised_at) &&
        (alarm.cleared_at ?? received_at) >= received_at,
    )
  return orders
    .filter(({ refused_as }) => refused_as !== null)
    .flatMap((order) => [
      ...(stops.has(order.transaction_id) ? [] : [`order ${order.transaction_id} was not asked to stop`]),
      ...(isAlarmed(order) ? [] : [`order ${order.transaction_id} raised no alarm`]),
    ])
}

/** Balances, the ledger and the orders say the same. */
async function moneyThatDiffers(db: Db): Promise<string[]> {
  const customers = await db.selectFrom('customer').select(['id', 'balance_cents']).execute()
  const entries = await db
    .selectFrom('ledger_entry')
    .select(['customer_id', 'kind', 'amount_cents', 'order_id'])
    .execute()
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'customer_id', 'paid_cents', 'total_cents', 'status'])
    .execute()
  const sum = (of: typeof entries) => of.reduce((total, { amount_cents }) => total + amount_cents, 0)
  return [
    ...customers
      .filter(({ id, balance_cents }) => sum(entries.filter((entry) => entry.customer_id === id)) !== balance_cents)
      .map(({ id }) => `customer ${id}: the balance is not the ledger’s`),
    ...orders
      .filter(({ id, paid_cents }) => sum(entries.filter((entry) => entry.order_id === id)) !== -paid_cents)
      .map(({ id }) => `order ${id}: paid is not what the ledger has`),
    ...orders
      .filter(({ status, total_cents, paid_cents }) =>
        status === 'paid' ? paid_cents !== total_cents : paid_cents > total_cents,
      )
      .map(({ id, status }) => `order ${id} is ${status}, and paid what it does not cost`),
  ]
}
