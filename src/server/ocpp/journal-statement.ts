import type { QueryConfig } from 'pg'
import { ColumnArray } from './column-array.ts'
import type { ReadingRow, TransactionEventRow } from './ports.ts'

/** A frame as it is logged, with its answer where that is known already. Instants are epoch milliseconds. */
export interface LoggedFrame {
  at: number
  connection: number
  station_number: string
  /** Of `content`; `answer` went the other way. */
  outgoing: boolean
  unique_id: string | null
  command: string | null
  content: string
  answer: string | null
  answered_at: number | null
  /** So many frames of a flood that were not kept; this row stands for them. */
  counted?: number
}

export interface JournalEntry {
  /** Null for a report whose frame is not kept. */
  frame: LoggedFrame | null
  readings: readonly ReadingRow[]
  /** Of a numbered transaction. */
  event?: TransactionEventRow | undefined
}

const frames = `
  insert into frame (at, connection, station_number, outgoing, unique_id, command, content, answer, answered_at, counted)
  select * from unnest($1::timestamptz[], $2::bigint[], $3::text[], $4::bool[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::int[])`

// A repeated report finds its row; one that carries what the first had not completes it, as piles do that send a message a measurand.
// Where a clock stands still, the register's newest figure of that moment counts.
const readings = `
  insert into reading (order_id, at, pile_id, connector_number, energy_wh, power_w, current_ma, voltage_mv, soc, received_at, resolution_wh)
  select * from unnest($11::bigint[], $12::timestamptz[], $13::bigint[], $14::int[], $15::float8[], $16::bigint[], $17::bigint[], $18::bigint[], $19::int[], $20::timestamptz[], $21::int[])
  on conflict (order_id, at, pile_id, connector_number) do update set
    energy_wh = greatest(reading.energy_wh, excluded.energy_wh),
    received_at = case when excluded.energy_wh > reading.energy_wh then excluded.received_at else reading.received_at end,
    resolution_wh = case when reading.energy_wh is null then excluded.resolution_wh else reading.resolution_wh end, power_w = coalesce(reading.power_w, excluded.power_w),
    current_ma = coalesce(reading.current_ma, excluded.current_ma), voltage_mv = coalesce(reading.voltage_mv, excluded.voltage_mv),
    soc = coalesce(reading.soc, excluded.soc)`

const events = `
  insert into transaction_event (pile_id, transaction_id, seq_no, kind, at, received_at, said)
  select e.pile_id, e.transaction_id, e.seq_no, e.kind, e.at, e.received_at, e.said::jsonb
  from unnest($22::bigint[], $23::text[], $24::int[], $25::text[], $26::timestamptz[], $27::timestamptz[], $28::text[])
    as e(pile_id, transaction_id, seq_no, kind, at, received_at, said)
  on conflict do nothing`

/** One statement, so one commit, for the frames and readings of many piles. Named, so that it is parsed and planned once. */
export function journalStatement(entries: JournalEntry[]): QueryConfig {
  const rows = entries.flatMap((entry) => entry.readings)
  const told = entries.flatMap(({ event }) => event ?? [])
  if (told.length > 0)
    return {
      name: 'journal-events',
      text: `with stored as (${readings}), told as (${events}) ${frames}`,
      values: [...frameColumns(entries), ...readingColumns(rows), ...eventColumns(told)],
    }
  if (rows.length === 0) return { name: 'journal-frames', text: frames, values: frameColumns(entries) }
  return {
    name: 'journal-reports',
    text: `with stored as (${readings}) ${frames}`,
    values: [...frameColumns(entries), ...readingColumns(rows)],
  }
}

function frameColumns(entries: JournalEntry[]): Buffer[] {
  const at = new ColumnArray('timestamptz')
  const connection = new ColumnArray('int8')
  const station = new ColumnArray('text')
  const outgoing = new ColumnArray('bool')
  const uniqueId = new ColumnArray('text', 8192)
  const command = new ColumnArray('text')
  const content = new ColumnArray('text', entries.length * 600)
  const answer = new ColumnArray('text', entries.length * 80)
  const answeredAt = new ColumnArray('timestamptz')
  const counted = new ColumnArray('int4')
  for (const { frame } of entries) {
    if (!frame) continue
    at.timestamptz(frame.at)
    connection.int8(frame.connection)
    station.text(frame.station_number)
    outgoing.bool(frame.outgoing)
    uniqueId.text(frame.unique_id)
    command.text(frame.command)
    content.text(frame.content)
    answer.text(frame.answer)
    answeredAt.timestamptz(frame.answered_at)
    counted.int4(frame.counted ?? null)
  }
  return [at, connection, station, outgoing, uniqueId, command, content, answer, answeredAt, counted].map(finish)
}

function readingColumns(rows: readonly ReadingRow[]): Buffer[] {
  const orderId = new ColumnArray('int8')
  const at = new ColumnArray('timestamptz')
  const pileId = new ColumnArray('int8')
  const connector = new ColumnArray('int4')
  const energy = new ColumnArray('float8')
  const power = new ColumnArray('int8')
  const current = new ColumnArray('int8')
  const voltage = new ColumnArray('int8')
  const soc = new ColumnArray('int4')
  const receivedAt = new ColumnArray('timestamptz')
  const resolution = new ColumnArray('int4')
  for (const row of rows) {
    orderId.int8(row.order_id)
    at.timestamptz(row.at)
    pileId.int8(row.pile_id)
    connector.int4(row.connector_number)
    energy.float8(row.energy_wh)
    power.int8(row.power_w)
    current.int8(row.current_ma)
    voltage.int8(row.voltage_mv)
    soc.int4(row.soc)
    receivedAt.timestamptz(row.received_at)
    resolution.int4(row.resolution_wh)
  }
  return [orderId, at, pileId, connector, energy, power, current, voltage, soc, receivedAt, resolution].map(finish)
}

function eventColumns(rows: readonly TransactionEventRow[]): Buffer[] {
  const pileId = new ColumnArray('int8')
  const transaction = new ColumnArray('text')
  const seqNo = new ColumnArray('int4')
  const kind = new ColumnArray('text')
  const at = new ColumnArray('timestamptz')
  const receivedAt = new ColumnArray('timestamptz')
  const said = new ColumnArray('text', rows.length * 400)
  for (const row of rows) {
    pileId.int8(row.pile_id)
    transaction.text(row.transaction_id)
    seqNo.int4(row.seq_no)
    kind.text(row.kind)
    at.timestamptz(row.at)
    receivedAt.timestamptz(row.received_at)
    said.text(row.said)
  }
  return [pileId, transaction, seqNo, kind, at, receivedAt, said].map(finish)
}

const finish = (column: ColumnArray) => column.finish()
