import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEES_BALANCES } from '../../src/shared/entities/customer.ts'
import { makeCustomer, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** A field that names the permission it needs is not there for anyone who lacks that: a technician sees no balances. */

const AT = '/system/client'
const LOOKS = ['customer.list', 'customer.export', 'customer.delete', 'customer.top_up', 'customer.correct']
const MONEY = ['ledger_entry.list', 'ledger_entry.export', 'audit_entry.list', 'table.update']

let server: TestServer
let technician: SignedIn
let cashier: SignedIn
beforeAll(async () => {
  server = await startServer()
  technician = await server.signIn({ permissions: [...LOOKS, ...MONEY] })
  cashier = await server.signIn({ permissions: [...LOOKS, ...MONEY, SEES_BALANCES] })
})
afterAll(() => server.stop())

const list = (body: object, as: SignedIn, at = AT) => server.call(`${at}/index`, body, { as })

async function csvOf(path: string, body: object, as: SignedIn) {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', ...body }),
  })
  const text = await response.text()
  return { status: response.status, rows: response.ok ? (parse(text, { bom: true }) as string[][]) : [] }
}

describe('a balance', () => {
  test('is in no row of a list and in no single record', async () => {
    const { id } = await makeCustomer(server.db, { balance_cents: 1234 })
    expect((await list({ id }, cashier)).data.rows[0]).toHaveProperty('balance_cents', 1234)
    expect((await list({ id }, technician)).data.rows[0]).not.toHaveProperty('balance_cents')
    const details = (as: SignedIn) => server.call('GET /client/details', { id }, { as })
    expect((await details(cashier)).data.customer.balance_cents).toBe(1234)
    expect((await details(technician)).data.customer).not.toHaveProperty('balance_cents')
  })

  test('neither orders nor narrows a list', async () => {
    for (const [body, field] of [
      [{ prop: 'balance_cents', order: 'desc' }, 'prop'],
      [{ balance_cents: { from: 1 } }, 'balance_cents'],
      [{ balance_cents_from: 1 }, 'balance_cents_from'],
      [{ balance_cents: 1234 }, 'balance_cents'],
    ] as const) {
      expect((await list(body, cashier)).code, JSON.stringify(body)).toBe(200)
      const refused = await list(body, technician)
      expect(refused.code, JSON.stringify(body)).toBe(422)
      expect(Object.keys(refused.data.errors)).toEqual([field])
    }
  })

  test('is no column of a sheet, whether it is asked for or not', async () => {
    const { account } = await makeCustomer(server.db, { balance_cents: 987_650 })
    const sheet = (as: SignedIn, more: object = {}) => csvOf(`${AT}/export`, { account, ...more }, as)
    expect((await sheet(cashier)).rows.join()).toMatch(/Balance.*9876\.50/)
    const plain = await sheet(technician)
    expect(plain.rows.join()).toContain(account)
    expect(plain.rows.join()).not.toMatch(/Balance|9876/)
    const named = await sheet(technician, { columns: ['account', 'balance_cents'] })
    expect(named.rows).toEqual([['Account'], [account]])
    expect((await sheet(technician, { columns: ['balance_cents'] })).status).toBe(422)
    for (const more of [{ prop: 'balance_cents' }, { balance_cents: { from: 1 } }])
      expect((await sheet(technician, more)).status).toBe(422)
  })

  test('is no column that a list starts with', async () => {
    const props = async (as: SignedIn) =>
      (await server.call('GET /system/table/info', { name: 'customer' }, { as })).data.defaults.map(
        ({ prop }: { prop: string }) => prop,
      )
    expect(await props(cashier)).toContain('balance_cents')
    expect(await props(technician)).not.toContain('balance_cents')
  })

  test('is not told by what changes it, by its refusals or by the log', async () => {
    const { id } = await makeCustomer(server.db, { balance_cents: 45_600 })
    const pay = (path: string, body: object, as: SignedIn) =>
      server.call(`${AT}/${path}`, { id, remark: 'cash', ...body }, { as, key: `field-${next()}` })
    expect((await pay('charge', { amount_cents: 100 }, cashier)).data.balance_cents).toBe(45_700)
    expect((await pay('charge', { amount_cents: 100 }, technician)).data.balance_cents).toBeNull()
    const tooMuch = async (as: SignedIn) =>
      (await pay('correct', { amount_cents: -90_000 }, as)).data.errors.amount_cents
    expect(await tooMuch(cashier)).toContain('458.00')
    expect(await tooMuch(technician)).toBe('A correction cannot take more than the customer has.')
    const logged = async (as: SignedIn) => {
      const { data } = await server.call('GET /system/log/list', { entity: 'customer', entity_id: id }, { as })
      return JSON.stringify(data.rows)
    }
    expect(await logged(cashier)).toMatch(/45[678]00/)
    expect(await logged(technician)).not.toMatch(/45[678]00/)
  })

  test('keeps a customer from being deleted without saying how much it is', async () => {
    const { id } = await makeCustomer(server.db, { balance_cents: 45_600 })
    const uses = async (as: SignedIn) => {
      const { code, data } = await server.call(`${AT}/delete`, { id }, { as, key: `field-${next()}` })
      return { code, text: JSON.stringify(data) }
    }
    const [told, kept] = [await uses(cashier), await uses(technician)]
    expect([told.code, kept.code]).toEqual([409, 409])
    expect(told.text).toContain('456.00')
    expect(kept.text).toContain('balance_cents')
    expect(kept.text).not.toContain('456')
  })

  test('is in no movement of it: neither amount nor what was left', async () => {
    const { id } = await makeCustomer(server.db, { balance_cents: 33_300 })
    const movements = async (as: SignedIn) =>
      (await list({ customer_id: id }, as, '/system/client-ledger')).data.rows[0] as Record<string, unknown>
    expect(await movements(cashier)).toMatchObject({ amount_cents: 33_300, balance_cents: 33_300 })
    const hidden = await movements(technician)
    expect(hidden).toHaveProperty('kind')
    expect(Object.keys(hidden).filter((name) => name.endsWith('_cents'))).toEqual([])
  })
})

test('the API page says which permission it needs', async () => {
  const document = await (await fetch(`${server.url}/api/openapi.json`)).text()
  expect(document).toContain(`Only with the permission \`${SEES_BALANCES}\`; left out otherwise.`)
})

test('of the roles that an installation starts with, those who work with money see balances and a technician does not', async () => {
  const { rows } = await sql<{ name: string }>`
    select r.alias as name from role r join role_grant g on g.role_id = r.id where ${SEES_BALANCES} = any(g.permissions)
      and r.alias is not null order by 1`.execute(server.db)
  const names = rows.map(({ name }) => name)
  expect(names.sort()).toEqual(['Auditor', 'admin', 'business administrator', 'finance'])
})
