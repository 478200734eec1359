import type { CopyRow } from './history.ts'
import type { Visit } from './visits.ts'

/** The meter's readings of an order, thinned to a point every two or ten minutes. */
export function* readingsOf(visit: Visit, order_id: number, meter_start_wh: number): Iterable<CopyRow> {
  const { pile, connector, points } = visit
  for (const { at, wh, power_w, soc } of points) {
    const dc = pile.model.current === 'DC'
    const voltage_mv = dc ? 355_000 + soc * 500 : 230_000
    yield {
      order_id,
      at: new Date(at).toISOString(),
      pile_id: pile.id,
      connector_number: connector,
      energy_wh: Math.floor(meter_start_wh + wh),
      power_w,
      voltage_mv,
      current_ma: Math.round((power_w * 1_000_000) / voltage_mv / (dc ? 1 : pile.model.phases)),
      soc: dc ? soc : null,
      received_at: new Date(at + 400).toISOString(),
    }
  }
}
