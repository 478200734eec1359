import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Attempts } from '../../src/server/auth/attempts.ts'
import { noteAddress } from '../../src/server/auth/known-addresses.ts'
import { makeUser } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

let database: FreshDatabase
let attempts: Attempts
beforeAll(async () => {
  database = await freshDatabase(4)
  attempts = new Attempts(database.db)
})
afterAll(() => database.drop())

const begins = (account: string, address: string) =>
  attempts.begin(account, address).then(
    () => true,
    () => false,
  )
/** The n-th network of one line, and an address in it. */
const at = (line: string, n: number) => `2001:db8:${line}:${n.toString(16)}::1`

test('one password tried on ever other accounts, from ever other networks of one IPv6 line, is slowed down', async () => {
  const begun = []
  for (let n = 0; n < 320; n++) begun.push(await begins(`someone${n}`, at('a', n)))
  expect(begun.indexOf(false)).toBe(300)
  expect(await begins('another', at('b', 1)), 'the next line').toBe(true)
  expect(await begins('another', '203.0.113.9'), 'an IPv4 address').toBe(true)
})

test('and keeps nobody out who is known there', async () => {
  await sql`update sign_in_attempt set blocked_until = now() + interval '1 hour' where key like 'line:%'`.execute(
    database.db,
  )
  const { id, user_name } = await makeUser(database.db)
  await noteAddress(database.db, id, at('a', 7))
  expect(await begins(user_name, at('a', 7))).toBe(true)
  expect(await begins('a-stranger', at('a', 999))).toBe(false)
})

test('who signs in all the time from one line spends nothing of it', async () => {
  for (let n = 0; n < 310; n++) {
    const one = `worker${n}`
    expect(await begins(one, at('c', n)), one).toBe(true)
    await attempts.succeeded(one, at('c', n))
  }
})

test('IPv4 networks are not thrown together', async () => {
  for (let n = 0; n < 310; n++) expect(await begins(`driver${n}`, `198.51.100.${n % 250}`)).toBe(true)
})
