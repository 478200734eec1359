import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyRow } from './history.ts'

const CHUNK = 500

/** Loads rows by COPY. The columns are the first row's; identities that are given are kept. */
export async function copyRows(client: pg.ClientBase, table: string, rows: Iterable<CopyRow>): Promise<void> {
  const all = rows[Symbol.iterator]()
  const first = all.next()
  if (first.done) return
  const columns = Object.keys(first.value)
  const line = (row: CopyRow) => columns.map((column) => written(row[column])).join('\t')
  function* text() {
    let lines = [line(first.value)]
    for (let next = all.next(); !next.done; next = all.next()) {
      lines.push(line(next.value))
      if (lines.length < CHUNK) continue
      yield `${lines.join('\n')}\n`
      lines = []
    }
    if (lines.length > 0) yield `${lines.join('\n')}\n`
  }
  const into = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(text()), into)
}

/** COPY's text format: nothing is \N, and what would end a value or a row is escaped. */
function written(value: CopyRow[string] | undefined): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value !== 'string') return String(value)
  return value.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
