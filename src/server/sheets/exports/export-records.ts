import { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import { type exportQuery, FRAME_HEAD_BYTES, sheetOptions } from '../../../shared/kit/sheets.ts'
import { audit } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import type { Records } from '../../kit/crud/crud.ts'
import { entityFor } from '../../kit/crud/masking.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { FileAnswer } from '../../kit/serve-file.ts'
import { manyOf } from '../sheet-words.ts'
import type { SheetRow } from './reference-titles.ts'
import { type SheetColumn, sheetColumns } from './sheet-columns.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

/**
 * Puts before each part of a file how long it is and how many rows are written so far. An empty part says that the
 * file is whole: anyone who does not see it knows that something is missing, even where a proxy ended the answer politely.
 */
async function* framed(parts: AsyncIterable<Uint8Array>, rows: () => number): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    yield head(part.length, rows())
    yield part
  }
  yield head(0, rows())
}

function head(length: number, rows: number): Uint8Array {
  const bytes = Buffer.alloc(FRAME_HEAD_BYTES)
  bytes.writeUInt32BE(length, 0)
  bytes.writeUInt32BE(rows, 4)
  return bytes
}

export type ExportQuery = z.output<typeof exportQuery>

/** Each holds a connection of the pool and a processor's share for as long as it runs. */
const MOST_AT_ONCE = 4
/** Anyone who takes nothing for so long is gone, or keeps the database from tidying up. */
const STALLED_MS = 60_000

export const SHEET_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

let underWay = 0

/** Writes all that a list shows to this person as a file, from one moment of the database, row by row as it is taken. */
export async function exportRecords(records: Records, query: ExportQuery, context: Context): Promise<FileAnswer> {
  if (underWay >= MOST_AT_ONCE) throw new Refusal(429, 'sheets:exports_busy')
  underWay++
  let snapshot: Snapshot | undefined
  const end = once(() => {
    underWay--
    void snapshot?.close().catch(() => {})
  })
  try {
    const zone = query.zone ?? 'UTC'
    const columns = await sheetColumns(entityFor(records.entity, context.person), { ...query, zone }, context)
    const filters = filtersOf(query)
    snapshot = await openSnapshot(records, filters, context)
    await note(records, { format: query.format, rows: snapshot.total, ...filters }, context)
    return answer(records, { query, columns, snapshot, end }, context)
  } catch (error) {
    end()
    throw error
  }
}

interface Opened {
  query: ExportQuery
  columns: readonly SheetColumn[]
  snapshot: Snapshot
  end(): void
}

function answer({ entity }: Records, { query, columns, snapshot, end }: Opened, { language }: Context): FileAnswer {
  const title = manyOf(language, entity)
  const counted = counter(snapshot.batches())
  const parts = query.format === 'csv' ? writeCsv(columns, counted.batches) : writeXlsx(title, columns, counted.batches)
  const content = readable(query.progress ? framed(parts, counted.rows) : parts, end)
  return {
    name: `${title} ${stamp(query.zone ?? 'UTC')}.${query.format}`,
    type: query.progress ? 'application/octet-stream' : SHEET_TYPES[query.format],
    content,
    headers: { 'x-total-rows': String(snapshot.total) },
  }
}

/** The list's own part of the query. */
const filtersOf = (query: ExportQuery): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(sheetOptions, name)))

/** Before the first row leaves the server: one that is broken off has left too. */
const note = ({ entity }: Records, after: Record<string, unknown>, context: Context): Promise<void> =>
  audit(context.primary, context, { action: 'export', entity: entity.name, entity_id: null, before: null, after })

function counter(source: AsyncIterable<readonly SheetRow[]>) {
  let rows = 0
  async function* batches() {
    for await (const batch of source) {
      yield batch
      rows += batch.length
    }
  }
  return { batches: batches(), rows: () => rows }
}

/** As a stream that takes what its reader can take, and ends everything when its reader is gone or sleeps. */
function readable(parts: AsyncIterable<Uint8Array>, end: () => void): Readable {
  const stream = Readable.from(watched(), { objectMode: false, highWaterMark: 256 * 1024 })
  async function* watched() {
    for await (const part of parts) {
      const timer = setTimeout(() => stream.destroy(new Error('nobody takes the file')), STALLED_MS)
      try {
        yield part
      } finally {
        clearTimeout(timer)
      }
    }
  }
  stream.once('close', end)
  return stream
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    run()
  }
}

/** 2026-11-20 1530, for a file's name. */
const stamp = (zone: string): string =>
  new Date().toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).replace(':', '')
