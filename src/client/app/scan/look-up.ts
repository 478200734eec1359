import { connectorIn } from '../../../shared/domain/label-code.ts'
import { numbersIn } from '../../../shared/domain/scanned-code.ts'
import { type ScannedRecord, scanCode } from '../../../shared/endpoints/scan.ts'
import type { Berth } from '../../../shared/entities/berth.ts'
import type { Card } from '../../../shared/entities/card.ts'
import type { Pile } from '../../../shared/entities/pile.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { call } from '../../kit/api/call.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { isAlarmRow, type Known, type KnownRow, knownRows } from '../../offline/known-rows.ts'
import { LEAD_MS } from '../../offline/use-late.ts'

export interface LookedUp extends Data<typeof scanCode> {
  /** Where the server did not say it, what the phone knew: since when, or `nothing`. Null when the server said it. */
  known: string | 'nothing' | null
}

/**
 * What a code stands for; without a network, as the copies on this device know it. Throws a `Failure`.
 *
 * @param onKnown called with what the copies know while the server takes its time; the server's word may come after it
 */
export async function lookUp(code: string, onKnown: (known: LookedUp) => void): Promise<LookedUp> {
  let waits = true
  const lead = setTimeout(async () => {
    const known = inRows(await knownRows(), code)
    if (waits && known.found.length > 0) onKnown(known)
  }, LEAD_MS)
  try {
    return { ...(await call(scanCode, { code })), known: null }
  } catch (error) {
    if (asFailure(error).kind !== 'silent') throw error
    return inRows(await knownRows(), code)
  } finally {
    waits = false
    clearTimeout(lead)
  }
}

const isPile = (row: KnownRow): row is KnownRow & Pile => 'station_number' in row && 'pile_type_id' in row
const isCard = (row: KnownRow): row is KnownRow & Card => 'number' in row && 'allocation' in row
const isBerth = (row: KnownRow): row is KnownRow & Berth => 'serial' in row && 'pile_id' in row

const titleOf = (value: unknown) => (value as { title?: string } | null | undefined)?.title
const detailsOf = (row: KnownRow, names: readonly string[]) => names.flatMap((name) => titleOf(row[name]) ?? [])

function inRows(rows: readonly Known[], code: string): LookedUp {
  const numbers = numbersIn(code)
  const [piles, cards] = [numbers.piles, numbers.cards].map((all) => new Set(all.map((one) => one.toLowerCase())))
  const has = (known: Set<string> | undefined, ...values: (string | null | undefined)[]) =>
    values.some((value) => value && known?.has(value.toLowerCase()))
  // The newest copy of a record is read last and stays.
  const found = new Map<string, Known & { entity: ScannedRecord['entity'] }>()
  for (const seen of rows) {
    const { row } = seen
    if (isPile(row) && has(piles, row.station_number, row.self_code, row.serial_number, row.imei))
      found.set(`pile ${row.id}`, { ...seen, entity: 'pile' })
    if (isCard(row) && has(cards, row.number)) found.set(`card ${row.id}`, { ...seen, entity: 'card' })
  }
  const records = [...found.values()].map(({ row, entity }) =>
    entity === 'pile' ? pileAs(row, rows, connectorIn(code)) : cardAs(row),
  )
  const known = [...found.values()].map(({ at }) => at).sort()[0] ?? 'nothing'
  return { found: records, rejected: null, known }
}

const cardAs = (row: KnownRow): ScannedRecord => ({
  ...{ entity: 'card', id: row.id, title: String(row.number), state: String(row.status), berth: null, alarm_id: null },
  details: detailsOf(row, ['customer']),
})

function pileAs(row: KnownRow, rows: readonly Known[], connector: number | null): ScannedRecord {
  const latest = new Map(
    rows
      .map((seen) => seen.row)
      .filter(isAlarmRow)
      .map((alarm) => [alarm.id, alarm]),
  )
  const open = [...latest.values()].filter(({ pile_id, status }) => pile_id === row.id && status === 'open')
  const ofConnector = (one: { connector_number: number | null }) => Number(one.connector_number === connector)
  open.sort((a, b) => ofConnector(b) - ofConnector(a) || b.raised_at.localeCompare(a.raised_at))
  const berths = rows
    .map((seen) => seen.row)
    .filter(isBerth)
    .filter(({ pile_id }) => pile_id === row.id)
  berths.sort((a, b) => ofConnector(b) - ofConnector(a))
  return {
    ...{ entity: 'pile', id: row.id, title: String(row.station_number), state: String(row.state) },
    details: detailsOf(row, ['site', 'pile_type']),
    berth: berths[0]?.serial ?? null,
    alarm_id: open[0]?.id ?? null,
  }
}
