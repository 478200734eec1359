import { type Kysely, sql } from 'kysely'
import { isOpen } from '../../shared/domain/order-states.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import type { ConnectedPile, Live, Settlements, ToldSettlement } from '../ocpp/ports.ts'

/** An order may come so much later than what a terminal says of it. */
const LATE = '7 days'

/** No text of the database can hold it. */
const storable = (text: string | null | undefined, max: number) => text?.replaceAll('\0', '').slice(0, max) || null

/**
 * Keeps what piles say of payments at their terminals, with the order that it belongs to. A pile's word changes no order, bill or balance; said again, it
 * is the same row.
 */
export class SettlementBook implements Settlements {
  readonly #db: Kysely<Database>
  readonly #live: Live

  constructor(db: Kysely<Database>, live: Live) {
    this.#db = db
    this.#live = live
  }

  async keep(pile: ConnectedPile, told: ToldSettlement): Promise<{ receipt_number: string | null }> {
    const { status, transaction_id, amount_cents, settled_at } = told
    const order = transaction_id === null ? null : await this.#orderOf(pile.id, transaction_id)
    const { rows } = await sql<{ id: number }>`
      insert into settlement (pile_id, site_id, order_id, transaction_id, reference, status, amount_cents, settled_at, info,
        receipt_number, receipt_url, vat_number, company, received_at)
      select p.id, p.site_id, ${order?.id ?? null}::bigint, ${storable(transaction_id, 100)}::text, ${storable(told.reference, 255) ?? '-'}::text,
        ${status}::text, ${amount_cents}::bigint, ${settled_at === null ? null : iso(settled_at)}::timestamptz, ${storable(told.info, 500)}::text,
        ${storable(told.receipt_number, 50)}::text, ${storable(told.receipt_url, 2000)}::text, ${storable(told.vat_number, 20)}::text,
        ${storable(told.company, 500)}::text, ${iso(told.received_at)}::timestamptz
      from pile p where p.id = ${pile.id}
      on conflict (pile_id, reference, status, coalesce(transaction_id, ''), coalesce(amount_cents, 0), coalesce(settled_at, '-infinity'))
      do update set times = settlement.times + 1, order_id = coalesce(settlement.order_id, excluded.order_id),
        version = settlement.version + 1, updated_at = now()
      returning id`.execute(this.#db)
    this.#tell(rows.map(({ id }) => ({ id, order_id: order?.id ?? null })))
    // Ours, of what was collected for an order that is billed; one without a payment has none (C22).
    const isBilled = order !== null && !isOpen(order.status)
    return { receipt_number: status === 'settled' && isBilled ? order.number : null }
  }

  /** Finds the orders that came after what a terminal said of them; to be called every minute. */
  async matchLate(): Promise<void> {
    const { rows } = await sql<{ id: number; order_id: number }>`
      update settlement s set order_id = o.id, version = s.version + 1, updated_at = now() from orders o
      where s.order_id is null and s.transaction_id is not null and s.received_at > now() - ${LATE}::interval
        and o.pile_id = s.pile_id and o.station_transaction_id = s.transaction_id
      returning s.id, o.id as order_id`.execute(this.#db)
    this.#tell(rows)
  }

  #orderOf = async (pile_id: number, transaction_id: string) =>
    (await this.#db
      .selectFrom('orders')
      .select(['id', 'number', 'status'])
      .where('pile_id', '=', pile_id)
      .where('station_transaction_id', '=', transaction_id)
      .executeTakeFirst()) ?? null

  #tell(rows: readonly { id: number; order_id: number | null }[]): void {
    for (const { id, order_id } of rows) {
      this.#live.changed('settlement', Number(id))
      if (order_id !== null) this.#live.changed('order', Number(order_id))
    }
  }
}
