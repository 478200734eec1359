import { setTimeout } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSheet } from '../../src/server/sheets/imports/read-sheet.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Files that are small and hold far too much: refused at the file, while others are answered. */

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Part {
  name: string
  content: string | Buffer
  /** What the file says that it unpacks to. */
  says?: number
}

/** A zip as an attacker writes it. */
function zip(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, says } of parts) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const packed = deflateRawSync(bytes, { level: 1 }) // small enough to be sent, in half the time
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(8, 4)
    fixed.writeUInt32LE(packed.length, 14)
    fixed.writeUInt32LE(says ?? bytes.length, 18)
    fixed.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fixed, Buffer.from(name)])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), fixed, rest, Buffer.from(name)]))
    pieces.push(local, packed)
    at += local.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, list, end])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const frame: Part[] = [
  {
    name: '[Content_Types].xml',
    content: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="s" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  },
]
const workbook = (rows: string | Buffer[], more: Part[] = [], says?: number) =>
  zip([
    ...frame,
    {
      name: 'xl/worksheets/sheet1.xml',
      content: Buffer.concat([
        Buffer.from(`<worksheet xmlns="${MAIN}"><sheetData>`),
        ...(typeof rows === 'string' ? [Buffer.from(rows)] : rows),
        Buffer.from('</sheetData></worksheet>'),
      ]),
      ...(says !== undefined && { says }),
    },
    ...more,
  ])
const inline = (text: string, at = 'A1') => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (cells: string, number = 1) => `<row r="${number}">${cells}</row>`
const MIB = 1024 * 1024
const many = (text: string, times: number) => Buffer.alloc(text.length * times, text)
/** A row with one cell of so many letters. */
const longCell = (letters: number) => {
  const [before = '', after = ''] = row(inline('|')).split('|')
  return [Buffer.from(before), many('a', letters), Buffer.from(after)]
}
/** 200 MB of rows, made once. */
let rows: Buffer | undefined
const manyRows = () => {
  rows ??= workbook([many(row(inline('a')), 3_000_000)])
  return rows
}

async function send(content: Buffer, key?: string) {
  const form = new FormData()
  form.append('dry_run', 'true')
  form.append('file', new Blob([content as BlobPart]), 'sheet.xlsx')
  const headers = {
    authorization: `Bearer ${server.administrator.token}`,
    'accept-language': 'en',
    ...(key && { 'idempotency-key': key }),
  }
  const response = await fetch(`${server.url}/api/system/client/import`, { method: 'POST', body: form, headers })
  return (await response.json()) as { code: number; message: string; data: { errors: Record<string, string> } }
}

const bombs: [name: string, content: () => Buffer, says: string][] = [
  ['a cell of 90 MB', () => workbook(longCell(90 * MIB)), 'characters'],
  ['a cell of 280 MB that says it has 10 bytes', () => workbook(longCell(280 * MIB), [], 10), 'characters'],
  ['a cell of 32,768 characters', () => workbook(row(inline('a'.repeat(32_768)))), 'characters'],
  ['200 MB of rows', manyRows, 'unpacks'],
  ['a tag that never ends', () => workbook(`<row ${'x="1" '.repeat(MIB)}></row>`), 'characters'],
  [
    'a part that nobody asked for',
    () => workbook(row(inline('a')), [{ name: 'xl/z.xml', content: many(' <', 60 * MIB) }]),
    'unpacks',
  ],
  [
    'one long text in 100,000 cells',
    () =>
      workbook(
        Array.from({ length: 10_000 }, (_, line) => row('<c t="s"><v>0</v></c>'.repeat(10), line + 1)).join(''),
        [{ name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}"><si><t>${'a'.repeat(32_000)}</t></si></sst>` }],
      ),
    'unpacks',
  ],
  ['a cell in column 16,384', () => workbook(row(inline('name') + inline('x', 'XFD1'))), 'columns'],
  [
    'the same entry 5,000 times',
    () => zip(Array.from({ length: 5_000 }, () => ({ name: 'a.xml', content: '<a/>' }))),
    'unpacks',
  ],
  ['a csv with 300,000 columns', () => Buffer.from(`name${',a'.repeat(300_000)}\n`), 'columns'],
  ['a csv of one record of 9 MB', () => Buffer.from(`name\n"${'a'.repeat(9 * MIB)}"`), 'columns'],
  ['a csv of 9 MB of commas', () => Buffer.alloc(9 * MIB, ','), 'columns'],
  ['a csv of 9 MB of empty lines', () => Buffer.alloc(9 * MIB, '\n'), 'no rows'],
  ['a csv with a cell of 40,000 characters', () => Buffer.from(`name\n${'a'.repeat(40_000)}`), 'characters'],
]

test.each(bombs)('%s is refused at the file, and another request is answered first', async (_, content, says) => {
  const file = content()
  const order: string[] = []
  const sent = send(file).then((answer) => {
    order.push('file')
    return answer
  })
  // The server's own loop stands still for none of it: these are answered while the file is read.
  for (let asked = 0; asked < 3; asked++) {
    await fetch(`${server.url}/healthz`)
    order.push('other')
  }
  const { code, message, data } = await sent
  expect([code, message]).toEqual([422, expect.stringContaining(says)])
  expect(data.errors).toEqual({ file: message })
  expect(order[0]).toBe('other')
})

test('while sheets are read, no transaction waits for them', async () => {
  const file = manyRows()
  let read = 0
  const sheets = Array.from({ length: 4 }, async (_, at) => {
    const { code } = await send(file, `slow-sheet-${at}`)
    read++
    return code
  })
  let seen = 0
  while (read < sheets.length) {
    const { rows } = await server.pool.query(`select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%' and query like '%"idempotency"%'`)
    seen = Math.max(seen, rows.length)
    await setTimeout(20)
  }
  expect(await Promise.all(sheets)).toEqual([422, 422, 422, 422])
  expect(seen).toBe(0)
})

test('a workbook with 20,000 rows and 40 columns is read whole', async () => {
  const headings = Array.from({ length: 40 }, (_, column) => `h${column}`)
  const line = headings.map((_, column) => (column % 2 ? `text ${column}` : column))
  const rows = [headings, ...Array.from({ length: 20_000 }, () => line)]
  const sheet = await readSheet(Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows }] })))
  expect(sheet.headings).toEqual(headings)
  expect(sheet.rows).toHaveLength(20_000)
  expect(sheet.rows.at(-1)?.cells).toEqual(line)
})

test('more sheets than wait are refused as busy, and those that wait are read', async () => {
  const file = Buffer.from('name\nAnna\n')
  const reads = await Promise.allSettled(Array.from({ length: 20 }, async () => readSheet(file)))
  const read = reads.filter(({ status }) => status === 'fulfilled')
  expect(read.length).toBeGreaterThanOrEqual(9)
  for (const one of reads)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 503, key: 'sheets:busy' })
})
