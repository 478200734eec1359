import { sql } from 'kysely'
import { iso } from '../kit/instants.ts'
import type { Reading } from '../ocpp/ports.ts'
import type { OrderRow, Trx } from './order-row.ts'

const READINGS_AT_ONCE = 2_000
const COLUMNS = [
  ...(['order_id', 'pile_id', 'connector_number', 'at', 'received_at', 'energy_wh', 'resolution_wh'] as const),
  ...(['power_w', 'current_ma', 'voltage_mv', 'soc'] as const),
]

/**
 * Stores readings of an order that come with other things than readings. One that is known already is completed, not doubled. There
 * may be more than a statement takes values.
 */
export async function keepReadings(
  trx: Trx,
  order: OrderRow,
  readings: readonly (Reading & { received_at: number })[],
): Promise<void> {
  const own = { order_id: order.id, pile_id: order.pile_id, connector_number: order.connector_number }
  const byTime = [...new Map(readings.map(({ temperature_c: _, ...reading }) => [reading.at, reading])).values()]
  for (let from = 0; from < byTime.length; from += READINGS_AT_ONCE) {
    const rows = byTime.slice(from, from + READINGS_AT_ONCE).map((reading) => ({
      ...own,
      ...reading,
      at: iso(reading.at),
      received_at: iso(reading.received_at),
    }))
    await trx
      .insertInto('reading')
      .columns([...COLUMNS])
      .expression(sql`select ${sql.join(COLUMNS.map((name) => sql.ref(name)))}
        from json_populate_recordset(null::reading, ${JSON.stringify(rows)}::json)`)
      .onConflict((conflict) =>
        conflict.columns(['order_id', 'at', 'pile_id', 'connector_number']).doUpdateSet({
          energy_wh: sql`greatest(reading.energy_wh, excluded.energy_wh)`,
          resolution_wh: sql`case when reading.energy_wh is null then excluded.resolution_wh else reading.resolution_wh end`,
        }),
      )
      .execute()
  }
}
