import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { berthExtension } from '../../src/server/berths/berth-extension.ts'
import type { Context } from '../../src/server/kit/context.ts'
import { Reading } from '../../src/server/kit/crud/reading.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { recordsTitled } from '../../src/server/sheets/imports/references.ts'
import { berth } from '../../src/shared/entities/berth.ts'
import type { Entity } from '../../src/shared/kit/entity.ts'
import type { ImportOutcome } from '../../src/shared/kit/sheets.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeSite } from '../make.ts'
import { empty } from '../setup/empty.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** Records from files: every bad row is said, then all rows or none are kept. */

const CARDS = '/system/device-car/import'
const CUSTOMERS = '/system/client/import'
const PILES = '/system/device/import'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => empty(server.db, 'card, customer, berth, pile, site'))

interface Options {
  as?: Pick<SignedIn, 'token'> | null
  language?: string
  key?: string
  dry_run?: boolean
  name?: string
}

interface Answer {
  code: number
  message: string
  data: ImportOutcome & { errors?: Record<string, string> }
}

async function send(path: string, content: string | Uint8Array, options: Options = {}): Promise<Answer> {
  const { as = server.administrator, language = 'en', key, dry_run = false, name } = options
  const form = new FormData()
  form.append('dry_run', String(dry_run))
  if (name) form.append('name', name)
  form.append('file', new Blob([content as BlobPart]), 'sheet.csv')
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    body: form,
    headers: {
      'accept-language': language,
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(key && { 'idempotency-key': key }),
    },
  })
  const answer = (await response.json()) as Answer
  expect(answer.code).toBe(response.status)
  return answer
}

const tried = (path: string, content: string | Uint8Array, options: Options = {}) =>
  send(path, content, { ...options, dry_run: true })

const cards = async () =>
  (await server.db.selectFrom('card').select(['number', 'remark', 'customer_id']).orderBy('number').execute()) as {
    number: string
    remark: string | null
    customer_id: number | null
  }[]

const lines = (...rows: string[]) => rows.join('\r\n')

describe('a dry run', () => {
  test('says every bad row with its line, column and reason, and keeps nothing', async () => {
    await makeCustomer(server.db, { account: 'alice' })
    await makeCard(server.db, { number: 'taken1' })
    const sheet = lines(
      'Card number,Customer,Remark',
      'NEW1,alice,fine',
      ',alice,no number',
      'NEW2,nobody,',
      'TAKEN1,,',
      'new1,,the same in small letters',
      `${'9'.repeat(37)},,`,
      ',,',
      'NEW3,,fine too',
    )
    const { code, data } = await tried(CARDS, sheet)
    expect(code).toBe(200)
    expect(data.problems).toEqual([
      { line: 3, column: 'Card number', value: '', reason: 'Please fill this in.' },
      { line: 4, column: 'Customer', value: 'nobody', reason: 'There is nothing in use by this name.' },
      { line: 5, column: 'Card number', value: 'TAKEN1', reason: 'This is taken already.' },
      { line: 6, column: 'Card number', value: 'new1', reason: 'This stands in line 2 already.' },
      { line: 7, column: 'Card number', value: '9'.repeat(37), reason: 'At most 36 characters.' },
    ])
    expect(data).toMatchObject({
      rows: 7,
      imported: 0,
      dry_run: true,
      preview: {
        rows: [
          ['NEW1', 'alice', 'fine'],
          ['NEW3', '', 'fine too'],
        ],
      },
    })
    expect(await cards()).toHaveLength(1)
  })

  test('speaks the caller’s language, and reads headings and choices of any', async () => {
    const sheet = lines('账号,姓名,状态', 'alice,爱丽丝,正常', 'bobby,Bob,Normal', 'carol,,sleeping')
    const { data } = await tried(CUSTOMERS, sheet, { language: 'zh-CN' })
    expect(data.problems).toEqual([{ line: 4, column: '状态', value: 'sleeping', reason: '请从给出的选项中选择。' }])
  })

  test('says which columns are left out, which are missing and which are there twice', async () => {
    const ignored = await tried(CARDS, lines('Card number,Allocation,Colour', 'A1,Allocated,red'))
    expect(ignored.data).toMatchObject({ ignored: ['Allocation', 'Colour'], problems: [] })
    const missing = await tried(CARDS, lines('Remark,Customer,Remark', 'x,,'))
    expect(missing.data.problems).toEqual([
      { line: 1, column: 'Remark', value: '', reason: 'This heading is there twice.' },
      { line: 1, column: 'Card number', value: '', reason: 'This column is missing.' },
    ])
  })

  test('never takes a balance or a password', async () => {
    const sheet = lines('Account,Balance (¥),Password', 'alice,1000,secret-password-1')
    const { code, data } = await send(CUSTOMERS, sheet)
    expect(code).toBe(200)
    expect(data.ignored).toEqual(['Balance (¥)', 'Password'])
    const [customer] = await server.db.selectFrom('customer').selectAll().execute()
    expect(customer).toMatchObject({ account: 'alice', balance_cents: 0, password_hash: null })
  })
})

describe('an import', () => {
  test('keeps all rows, audited one by one and together', async () => {
    const alice = await makeCustomer(server.db, { account: 'alice' })
    const { code, data } = await send(CARDS, lines('number,customer,remark', '00042,alice,"two\nlines"', "B2,,'=1+1"))
    expect([code, data.imported]).toEqual([200, 2])
    expect(await cards()).toEqual([
      { number: '00042', remark: 'two\nlines', customer_id: alice.id },
      { number: 'B2', remark: '=1+1', customer_id: null },
    ])
    const entries = await server.db.selectFrom('audit_entry').selectAll().where('entity', '=', 'card').execute()
    expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['create', server.administrator.id],
      ['create', server.administrator.id],
      ['import', server.administrator.id],
    ])
    expect(entries[2]?.after).toMatchObject({ file: 'sheet.csv', rows: 2 })
  })

  test('keeps none when one is bad', async () => {
    const { code, message, data } = await send(CARDS, lines('Card number', 'GOOD', 'x'.repeat(37)))
    expect([code, message]).toEqual([422, 'Nothing was imported. Problems found: 1.'])
    expect(data.problems).toHaveLength(1)
    expect(await cards()).toEqual([])
  })

  test('under the same key is done once, and another file is refused under it', async () => {
    const sheet = lines('Card number', 'ONCE')
    const first = await send(CARDS, sheet, { key: 'import-once-1' })
    expect(await send(CARDS, sheet, { key: 'import-once-1' })).toEqual(first)
    expect(await cards()).toHaveLength(1)
    expect((await send(CARDS, lines('Card number', 'OTHER'), { key: 'import-once-1' })).code).toBe(422)
  })

  test('of ten thousand rows is made whole', async () => {
    await makeCustomer(server.db, { account: 'alice' })
    const sheet = lines('number,customer', ...Array.from({ length: 10_000 }, (_, n) => `M${n + 10_000},alice`))
    expect((await send(CARDS, sheet)).data.imported).toBe(10_000)
    expect(await cards()).toHaveLength(10_000)
  })

  test('makes piles at the sites and of the types that it names', async () => {
    await makeSite(server.db, { name: 'North' })
    await makePileType(server.db, { name: 'DC 120' })
    const sheet = lines('Station number,Site,Pile type,Enabled', 'P-1,North,DC 120,yes', 'P-2,North,,否')
    expect((await send(PILES, sheet)).data.imported).toBe(2)
    const piles = await server.db.selectFrom('pile').select(['station_number', 'enabled']).orderBy('id').execute()
    expect(piles).toEqual([
      { station_number: 'P-1', enabled: true },
      { station_number: 'P-2', enabled: false },
    ])
  })

  test('makes berths, and says what their feature refuses', async () => {
    const [north, south] = [await makeSite(server.db, { name: 'North' }), await makeSite(server.db, { name: 'South' })]
    await makePile(server.db, { site_id: south.id, station_number: 'P-SOUTH' })
    const sheet = lines('serial,site,pile', 'A1,North,', 'A1,South,P-SOUTH', 'A2,North,P-SOUTH', 'A1,North,')
    const { data } = await tried('/park-space/import', sheet)
    expect(data.problems.map(({ line, column }) => [line, column])).toEqual([
      [4, 'pile'],
      [5, 'serial'],
    ])
    expect((await send('/park-space/import', lines('serial,site', 'A1,North'))).data.imported).toBe(1)
    expect(north.id).toBeGreaterThan(0)
  })

  test('asks for what makes berths impossible once, however many there are', async () => {
    const [here, there] = [await makeSite(server.db), await makeSite(server.db)]
    const piles = [await makePile(server.db, { site_id: here.id }), await makePile(server.db, { site_id: there.id })]
    let asked = 0
    const db = server.db.withPlugin({
      transformQuery: ({ node }) => {
        asked++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const drafts = Array.from({ length: 300 }, (_, at) => ({
      ...{ site_id: here.id, serial: `A-${at}`, status: 'open' as const },
      ...(at % 3 && { pile_id: piles[at % 2]?.id, connector_number: at === 8 ? 2 : 1 }),
      ...(at === 9 && { longitude: 120 }),
    }))
    const refusals = await berthExtension.checkAll?.(drafts, { db } as unknown as Context)
    expect(asked).toBe(2)
    const fields = refusals?.map((refusal) => Object.keys(refusal?.fields ?? {}).join()) ?? []
    expect(fields.slice(0, 10)).toEqual([
      '',
      'pile_id',
      '',
      '',
      '',
      'pile_id',
      '',
      'pile_id',
      'connector_number',
      'latitude',
    ])
    expect(fields.filter((field) => field === 'pile_id')).toHaveLength(100)
  })

  test('does not guess between two of the same name', async () => {
    const sites = [await makeSite(server.db), await makeSite(server.db)]
    await server.db
      .insertInto('berth')
      .values(sites.map(({ id }) => ({ serial: 'A1', site_id: id, status: 'open' as const })))
      .execute()
    const records = { entity: berth as Entity, reading: new Reading(berth as Entity, {}), extension: {} }
    const context = { db: server.db, person: { ...NOBODY, reach: null } } as unknown as Context
    expect([...(await recordsTitled(records, ['A1', 'A2'], context))]).toEqual([['A1', 'several']])
  })

  test('knows nothing that is archived', async () => {
    await makeSite(server.db, { name: 'Closed', archived_at: '2026-01-01T00:00:00Z' })
    const { data } = await tried(PILES, lines('Station number,Site', 'P-1,Closed'))
    expect(data.problems).toMatchObject([{ column: 'Site', reason: 'There is nothing in use by this name.' }])
  })
})

describe('a file', () => {
  const numbers = async (content: string | Uint8Array) =>
    (await tried(CARDS, content)).data.preview.rows.map(([number]) => number)

  test('is read by what it holds: csv with any separator, in UTF-8, UTF-16 or GB 18030, or a workbook', async () => {
    expect(await numbers('\ufeffCard number;Remark\nA1;x')).toEqual(['A1'])
    expect(await numbers('Card number\tRemark\nA2\tx')).toEqual(['A2'])
    expect(await numbers(Buffer.from('\ufeffCard number\nA3', 'utf16le'))).toEqual(['A3'])
    // 卡号 in GB 18030.
    expect(await numbers(Buffer.concat([Buffer.from([0xbf, 0xa8, 0xba, 0xc5]), Buffer.from('\r\nA4')]))).toEqual(['A4'])
    const workbook = await writeXlsx({
      sheets: [
        {
          name: 'x',
          rows: [
            ['Card number', 'Remark'],
            ['007', 5],
            [8, null],
          ],
        },
      ],
    })
    expect(await numbers(workbook)).toEqual(['007', '8'])
  })

  test('whose numbers a spreadsheet has cut is refused at the cell', async () => {
    const rows = [['Card number'], [1e19], ['1.23457E+19']]
    const { data } = await tried(CARDS, await writeXlsx({ sheets: [{ name: 'x', rows }] }))
    expect(data.problems.map(({ line, reason }) => [line, reason.slice(0, 40)])).toEqual([
      [2, 'The spreadsheet kept this as a figure an'],
      [3, 'The spreadsheet kept this as a figure an'],
    ])
  })

  test.each([
    ['nothing', '', 'There are no rows'],
    ['headings alone', 'Card number', 'There are no rows'],
    ['other headings', 'a,b\n1,2', 'None of the headings'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'cannot be read'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'old kind'],
    ['a zip that is no workbook', Buffer.from('504b0304aaaaaaaaaaaa', 'hex'), 'unpacks to far more'],
    ['quotes without end', 'Card number\n"abc', 'cannot be read'],
  ])('that holds %s is refused in words', async (_, content, words) => {
    const { code, message } = await tried(CARDS, content)
    expect([code, message]).toEqual([422, expect.stringContaining(words)])
  })

  test('that is too large or has too many rows is refused', async () => {
    expect((await tried(CARDS, Buffer.alloc(10 * 1024 * 1024 + 1, 65))).code).toBe(413)
    const many = lines('Card number', ...Array.from({ length: 20_001 }, (_, n) => `R${n}`))
    expect((await tried(CARDS, many)).message).toBe('At most 20,000 rows at once. Split the file into several.')
  })

  test('that does not come at all is asked for', async () => {
    const headers = { authorization: `Bearer ${server.administrator.token}` }
    const form = new FormData()
    form.append('dry_run', 'true')
    const none = await fetch(`${server.url}/api${CARDS}`, { method: 'POST', body: form, headers })
    expect([none.status, (await none.json()).data.errors]).toEqual([422, { file: 'Please fill this in.' }])
    expect((await server.call(CARDS, {})).code).toBe(415)
  })
})

describe('the template', () => {
  const fetched = (query: Record<string, string>, as: Pick<SignedIn, 'token'> = server.administrator) =>
    fetch(`${server.url}/api/fileExport?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${as.token}` },
    })

  test.each(['card', 'customer', 'pile', 'berth'])(
    'of %s has headings, an example that is left out, and what columns take',
    async (name) => {
      const bytes = new Uint8Array(await (await fetched({ template: name })).arrayBuffer())
      const [first, second] = (await readXlsx(bytes)).sheets
      expect(first?.rows).toHaveLength(2)
      expect(second?.rows.length).toBeGreaterThan(first?.rows[0]?.length ?? 0)
      const { message } = await tried('/fileImport', bytes, { name })
      expect(message).toContain('There are no rows')
      const csv = await (await fetched({ template: name, format: 'csv' })).text()
      expect((await tried('/fileImport', csv, { name })).message).toContain('There are no rows')
    },
  )

  test('is for who may import', async () => {
    const clerk = await server.signIn({ permissions: ['card.import'] })
    expect((await fetched({ template: 'card' }, clerk)).status).toBe(200)
    expect((await fetched({ template: 'customer' }, clerk)).status).toBe(403)
    expect((await fetched({ template: 'order' })).status).toBe(422)
  })
})

test('what was exported is taken back', async () => {
  await makeCustomer(server.db, { account: 'alice', name: '=cmd', phone: '+86 13800000000' })
  const answer = await fetch(`${server.url}/api/system/client/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.administrator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv' }),
  })
  const sheet = await answer.text()
  await server.db.deleteFrom('customer').execute()
  expect((await send(CUSTOMERS, sheet)).code).toBe(200)
  const [customer] = await server.db.selectFrom('customer').selectAll().execute()
  expect(customer).toMatchObject({ account: 'alice', name: '=cmd', phone: '+86 13800000000' })
})

describe('who may not', () => {
  test('is refused: without a token, without the permission, for another entity', async () => {
    const sheet = lines('Card number', 'A1')
    expect((await send(CARDS, sheet, { as: null })).code).toBe(401)
    const clerk = await server.signIn({ permissions: ['card.create', 'customer.import'] })
    expect((await send(CARDS, sheet, { as: clerk })).code).toBe(403)
    expect((await send('/fileImport', sheet, { as: clerk, name: 'card' })).code).toBe(403)
    expect((await send('/fileImport', sheet, { name: 'order' })).data.errors).toHaveProperty('name')
    expect((await send('/fileImport', sheet, {})).data.errors).toHaveProperty('name')
    expect((await send('/fileImport', sheet, { name: 'card', dry_run: true })).code).toBe(200)
    expect(await cards()).toEqual([])
  })
})
