import { sql } from 'kysely'
import { foldTransaction, type NumberedEvent, restOf } from '../../shared/domain/transaction-fold.ts'
import { iso, ms } from '../kit/instants.ts'
import type { AuthorizationStatus, Reading, TransactionReport } from '../ocpp/ports.ts'
import type { OrderRow, Trx } from './order-row.ts'

/** An event as it is kept. */
export interface KeptEvent extends NumberedEvent<Reading> {
  /** What the pile was told of its card; null where none was shown, or it is not judged yet. */
  status: AuthorizationStatus | null
}

export type Folded = ReturnType<typeof foldTransaction<KeptEvent>>

/** Nobody else takes an event of this transaction until ours is kept. */
export const lockNumbered = (trx: Trx, pile_id: number, transaction_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${transaction_id}, ${pile_id}::bigint))`.execute(trx)

export const orderNumbered = (trx: Trx, pile_id: number, transaction_id: string): Promise<OrderRow | undefined> =>
  trx
    .selectFrom('orders')
    .selectAll()
    .where('pile_id', '=', pile_id)
    .where('station_transaction_id', '=', transaction_id)
    .forUpdate()
    .executeTakeFirst()

/** All that is kept of a transaction. */
export async function keptEvents(trx: Trx, pile_id: number, transaction_id: string): Promise<KeptEvent[]> {
  const rows = await trx
    .selectFrom('transaction_event')
    .select(['seq_no', 'kind', 'at', 'received_at', 'said'])
    .where('pile_id', '=', pile_id)
    .where('transaction_id', '=', transaction_id)
    .orderBy('seq_no')
    .execute()
  return rows.map(({ said, at, received_at, ...row }) => {
    const told = said as unknown as Omit<KeptEvent, 'accepted' | keyof typeof row | 'at' | 'received_at'>
    return { ...told, ...row, at: ms(at), received_at: ms(received_at), accepted: acceptedBy(told.status) }
  })
}

/** An event that just came, its card not judged yet. */
export const newEvent = (report: TransactionReport): KeptEvent => ({ ...report, status: null, accepted: null })

const acceptedBy = (status: AuthorizationStatus | null) => (status === null ? null : status === 'Accepted')

export async function keepEvent(
  trx: Trx,
  pile_id: number,
  report: TransactionReport,
  status: AuthorizationStatus | null,
): Promise<void> {
  const { transaction_id, seq_no, kind, at, received_at } = report
  const row = { pile_id, transaction_id, seq_no, kind, at: iso(at), received_at: iso(received_at) }
  await trx
    .insertInto('transaction_event')
    .values({ ...row, said: restOf(report, status) })
    .execute()
}

/** What they come to. */
export const foldEvents = (events: readonly KeptEvent[]): Folded => foldTransaction(events)

/** Whether a number that came again says something else: its pile began to count anew. */
export const saysOther = (kept: KeptEvent, { kind, at, readings }: TransactionReport): boolean =>
  kept.kind !== kind || kept.at !== at || registersOf(kept.readings) !== registersOf(readings)

const registersOf = (readings: readonly Reading[]) => readings.map(({ at, energy_wh }) => `${at} ${energy_wh}`).join()
