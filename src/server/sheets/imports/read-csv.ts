import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { RawRow } from './raw-sheet.ts'
import { badSheet, LIMITS, tooManyColumns } from './sheet-limits.ts'

/** Where the sign between cells is looked for. */
const HEADINGS = 64 * 1024
const CHUNK = 64 * 1024
const DELIMITERS = [',', ';', '\t'] as const
const OLD_WORKBOOK = 0xe11ab1a1e011cfd0n

/** The records of a csv in UTF-8, in UTF-16 with its mark, or in GB 18030 as Excel writes it in China. */
export async function* csvRecords(content: Buffer): AsyncGenerator<RawRow> {
  const text = textOf(content)
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      skip_empty_lines: true, // millions of them would take a minute
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LIMITS.record,
      // Empty cells have no size.
      cast(cell, { index }) {
        if (index >= LIMITS.columns) throw tooManyColumns()
        return cell
      },
    }),
  )
  // The line is that of a record's last line; one that is broken inside quotes is found from there upwards.
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>)
      yield { line: info.lines, cells: record }
  } catch (error) {
    throw (error as { code?: string }).code === 'CSV_MAX_RECORD_SIZE' ? tooManyColumns() : error
  }
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK)
}

function textOf(content: Buffer): string {
  if (content.length >= 8 && content.readBigUInt64LE(0) === OLD_WORKBOOK) throw badSheet('old_workbook')
  if (content[0] === 0xff && content[1] === 0xfe) return decoded('utf-16le', content)
  if (content.includes(0)) throw badSheet('unreadable')
  try {
    return decoded('utf-8', content)
  } catch {
    return decoded('gb18030', content)
  }
}

const decoded = (encoding: string, content: Buffer): string =>
  new TextDecoder(encoding, { fatal: true }).decode(content)

/** The sign that its headings have most of. */
function delimiterOf(text: string): string {
  const [headings = ''] = text.slice(0, HEADINGS).split(/\r?\n/, 1)
  const times = (sign: string) => headings.split(sign).length
  return [...DELIMITERS].sort((a, b) => times(b) - times(a))[0] ?? ','
}
