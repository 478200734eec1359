import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { ms } from '../kit/instants.ts'
import { oneByOne } from '../kit/one-by-one.ts'
import { inTransaction } from '../kit/transaction.ts'
import { LATE_MS } from './cable.ts'
import { happened, inOrder } from './order-events.ts'
import { holdPayer, lockOrder, type OrderRow, type Trx, updateOrder } from './order-row.ts'
import type { Log, Payers } from './ports.ts'
import { billsOf } from './rebill.ts'
import { ranElsewhere, refusalOf } from './refusal.ts'
import { type Settled, settle } from './settle.ts'
import { payerOf } from './start.ts'

/**
 * A session that its pile kept was refused because its card seemed to charge elsewhere, where only the end of that other session
 * was not here yet. Once that end tells that it was over before, nothing was wrong, and nobody has to look. Occupation is not
 * charged: the driver may have been told to leave.
 */
export async function settleUnrefused({ db, payers, log }: Ports, now: number): Promise<Settled[]> {
  return await oneByOne(
    await unrefused(db),
    (id) => inTransaction(db, (trx) => judgeAnew(trx, payers, id, now)),
    (err, order) => log.error({ err, order }, 'an order could not be judged anew'),
  )
}

interface Ports {
  db: Kysely<Database>
  payers: Payers
  log: Log
}

const REFUSED = { status: 'completed', abnormal: 'unauthorized', refused_as: 'card_in_use' } as const

async function unrefused(db: Kysely<Database>): Promise<number[]> {
  const began = {
    ...{ pile_id: sql.ref('o.pile_id'), connector_number: sql.ref('o.connector_number') },
    ...{ card_number: sql.ref('o.card_number'), at: sql.ref('o.started_at') },
  }
  const found = await db
    .selectFrom('orders as o')
    .innerJoin('pile', 'pile.id', 'o.pile_id')
    .select('o.id')
    .where('o.status', '=', REFUSED.status)
    .where('o.abnormal', '=', REFUSED.abnormal)
    .where('o.refused_as', '=', REFUSED.refused_as)
    // What was refused while its pile was here was refused rightly.
    .where(
      sql<boolean>`o.received_at - o.started_at + least(pile.clock_skew_ms, 0) * interval '1 ms' > ${LATE_MS} * interval '1 ms'`,
    )
    .where(sql<boolean>`not exists (${ranElsewhere(began)})`)
    .where(sql<boolean>`not exists (${waitsForPerson})`)
    .orderBy('o.id')
    .execute()
  return found.map(({ id }) => id)
}

/** A session of the same card that began before and whose end is not sure. */
const waitsForPerson = sql`
  select from orders other
  where other.card_number = o.card_number and other.id <> o.id and other.started_at <= o.started_at
    and other.status = 'completed' and other.close_method is null`

async function judgeAnew(trx: Trx, payers: Payers, id: number, now: number): Promise<Settled | null> {
  const order = await lockOrder(trx, id)
  if (!order || !isHeldForUse(order)) return null
  const { pile_id, connector_number, card_number } = order
  const start = { card_number, connector_number, at: ms(order.started_at), received_at: ms(order.received_at) }
  const payer = await payerOf(trx, payers, pile_id, start)
  const { whole } = await billsOf(trx, order)
  if (whole.abnormal || (await refusalOf(trx, pile_id, start, payer))) return null
  await holdPayer(trx, payer)
  const { energy_wh: _, ...amounts } = whole.amounts
  await updateOrder(trx, id, {
    ...amounts,
    ...{ customer_id: payer.customer_id, claimed_customer_id: null, refused_as: null, abnormal: null },
    lines: JSON.stringify(whole.lines),
    events: JSON.stringify(inOrder([...order.events, happened(now, 'authorized_after_all')])),
  })
  return await settle(trx, (await lockOrder(trx, id)) as OrderRow, null, now)
}

const isHeldForUse = (order: OrderRow): order is OrderRow & { card_number: string } =>
  order.card_number !== null &&
  order.status === REFUSED.status &&
  order.abnormal === REFUSED.abnormal &&
  order.refused_as === REFUSED.refused_as
