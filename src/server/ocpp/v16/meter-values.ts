import type { Metered, ReadingRow } from '../ports.ts'
import { knownTransaction, requireConnector } from './bounds.ts'
import { type Caller, type Outcome, reporter } from './message.ts'
import { type MeterValue, readMeterValues } from './meter.ts'

interface MeterValues {
  connectorId: number
  transactionId?: number
  meterValue: MeterValue[]
}

/**
 * Readings of a session, or of an idle connector. They are stored in one commit with those of many other piles and
 * acknowledged after it. What names a transaction that is not open is kept aside as well, for a person to look at.
 */
export const meterValues = reporter<MeterValues>('MeterValues', (call, caller) => {
  const { sessions, pile, received_at, flag } = caller
  requireConnector(call.connectorId, 0)
  const measured = readMeterValues(call.meterValue, flag)
  // Some piles say 0 for no transaction; ours begin at 1.
  const transaction_id = call.transactionId ? knownTransaction(call.transactionId) : null
  const metered = { connector_number: call.connectorId, transaction_id, readings: measured, received_at }
  const order = sessions.belongs(pile, metered)
  if (!order && transaction_id !== null) return rejoined(call, metered, caller)
  return outcomeOf(metered, order, caller)
})

/** Its transaction does not run: it may be one that goes on after we ended it, and else the report is kept aside as well. */
async function rejoined(call: MeterValues, metered: Metered, caller: Caller): Promise<Outcome> {
  const found = await caller.sessions.rejoin(caller.pile, metered)
  if ('order_id' in found) return outcomeOf(metered, found, caller)
  await caller.setAside.keep(caller.pile, 'MeterValues', found.reason, call)
  return outcomeOf(metered, null, caller)
}

function outcomeOf(metered: Metered, order: { order_id: number } | null, { pile, book, received_at }: Caller): Outcome {
  const rows: ReadingRow[] = metered.readings.map((reading) => ({
    order_id: order?.order_id ?? 0,
    pile_id: pile.id,
    connector_number: metered.connector_number,
    received_at,
    at: reading.at,
    energy_wh: reading.energy_wh,
    resolution_wh: reading.resolution_wh,
    power_w: reading.power_w,
    current_ma: reading.current_ma,
    voltage_mv: reading.voltage_mv,
    soc: reading.soc,
    temperature_c: reading.temperature_c,
  }))
  const last = rows.at(-1)
  if (last) book.clock(pile, last.at, received_at)
  return { answer: {}, readings: rows }
}
