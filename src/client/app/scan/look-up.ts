import { connectorIn } from '../../../shared/domain/label-code.ts'
import { numbersIn } from '../../../shared/domain/scanned-code.ts'
import { type ScannedRecord, scanCode } from '../../../shared/endpoints/scan.ts'
import type { Alarm } from '../../../shared/entities/alarm.ts'
import type { Berth } from '../../../shared/entities/berth.ts'
import type { Card } from '../../../shared/entities/card.ts'
import type { Pile } from '../../../shared/entities/pile.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { call } from '../../kit/api/call.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { personAtom } from '../../kit/session/session.ts'
import { store } from '../../kit/session/store.ts'
import { type Copy, copiesOf } from '../../offline/copies.ts'

export interface LookedUp extends Data<typeof scanCode> {
  /** Without a network, what the phone knew: since when, or `nothing`. Null when the server said it. */
  known: string | 'nothing' | null
}

/** What a code stands for; without a network, as the copies on this device know it. Throws a `Failure`. */
export async function lookUp(code: string): Promise<LookedUp> {
  try {
    return { ...(await call(scanCode, { code })), known: null }
  } catch (error) {
    const userId = store.get(personAtom)?.user.userId
    if (asFailure(error).kind !== 'silent' || userId === undefined) throw error
    return inCopies(await copiesOf(userId), code)
  }
}

type Row = Record<string, unknown> & { id: number }
interface Seen {
  row: Row
  at: string
}

/** Answers that show a record do so at different depths. */
function* rowsIn({ data, at }: Copy): Generator<Seen> {
  if (typeof data !== 'object' || data === null) return
  if ('id' in data && typeof data.id === 'number') yield { row: data as Row, at }
  for (const part of Object.values(data)) yield* rowsIn({ data: part, at })
}

const isPile = (row: Row): row is Row & Pile => 'station_number' in row && 'pile_type_id' in row
const isCard = (row: Row): row is Row & Card => 'number' in row && 'allocation' in row
const isAlarm = (row: Row): row is Row & Alarm => 'raised_at' in row && 'pile_id' in row
const isBerth = (row: Row): row is Row & Berth => 'serial' in row && 'pile_id' in row

const titleOf = (value: unknown) => (value as { title?: string } | null | undefined)?.title
const detailsOf = (row: Row, names: readonly string[]) => names.flatMap((name) => titleOf(row[name]) ?? [])

function inCopies(copies: readonly Copy[], code: string): LookedUp {
  const numbers = numbersIn(code)
  const [piles, cards] = [numbers.piles, numbers.cards].map((all) => new Set(all.map((one) => one.toLowerCase())))
  const has = (known: Set<string> | undefined, ...values: (string | null | undefined)[]) =>
    values.some((value) => value && known?.has(value.toLowerCase()))
  // The newest copy of a record is read last and stays.
  const rows = [...copies].sort((a, b) => a.at.localeCompare(b.at)).flatMap((copy) => [...rowsIn(copy)])
  const found = new Map<string, Seen & { entity: ScannedRecord['entity'] }>()
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

const cardAs = (row: Row): ScannedRecord => ({
  ...{ entity: 'card', id: row.id, title: String(row.number), state: String(row.status), berth: null, alarm_id: null },
  details: detailsOf(row, ['customer']),
})

function pileAs(row: Row, rows: readonly Seen[], connector: number | null): ScannedRecord {
  const latest = new Map(
    rows
      .map((seen) => seen.row)
      .filter(isAlarm)
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
