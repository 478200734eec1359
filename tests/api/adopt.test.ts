import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedOptions, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { adoptPile } from '../../src/shared/endpoints/piles.ts'
import { makePile, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const piles: ScriptedPile[] = []

beforeAll(async () => {
  server = await startServer({ settings: { ocppAuth: 'required' } })
})
afterEach(() => {
  for (const pile of piles.splice(0)) pile.drop()
})
afterAll(() => server.stop())

async function connect(station: string, options: Partial<ScriptedOptions> = {}) {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, ...options })
  piles.push(pile)
  return pile
}

/** A pile that knocks and is sent away; gives what was kept of it. */
async function knock(station: string, options: Partial<ScriptedOptions> = {}) {
  await connect(station, options).then(
    ({ closed }) => closed, // let in only to be told that its protocol is not spoken here
    () => {},
  )
  return await vi.waitFor(async () => {
    const { rows } = (await server.call('/system/rejected-connection/index', { keyword: station })).data
    expect(rows).toHaveLength(1)
    return rows[0]
  })
}

test('a stranger that offers a password is let in with it after one click', async () => {
  const rejected = await knock('NEW-1', { password: 'what the pile was given' })
  expect(rejected).toMatchObject({
    station_number: 'NEW-1',
    reason: 'unknown_station',
    attempts: 1,
    address: '127.0.0.1',
  })
  const { id: site_id } = await makeSite(server.db)
  const { data } = await server.call(adoptPile, { id: rejected.id, site_id })
  expect(data.password).toBeNull()
  await connect('NEW-1', { password: 'what the pile was given' })
  await expect(connect('NEW-1', { password: 'what a stranger tries' })).rejects.toThrow('401')
  const pile = await server.db.selectFrom('pile').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
  expect(pile).toMatchObject({ station_number: 'NEW-1', site_id, enabled: true })
})

test('a stranger that offers none gets a password, shown this once', async () => {
  const { id } = await knock('NEW-2')
  const { data } = await server.call(adoptPile, { id })
  expect(data.password).toMatch(/^\S{16,40}$/)
  await connect('NEW-2', { password: data.password as string })
  await expect(connect('NEW-2')).rejects.toThrow('401')
})

test('what was adopted is no longer among the rejected', async () => {
  const { id } = await knock('NEW-3')
  await server.call(adoptPile, { id })
  expect((await server.call('/system/rejected-connection/index', { keyword: 'NEW-3' })).data.rows).toEqual([])
  expect((await server.call(adoptPile, { id })).code).toBe(404)
})

describe('a pile that is known', () => {
  const PASSWORD = 'the password we know'
  const known = (given: object = {}) => makePile(server.db, { password_hash: hashPileSecret(PASSWORD), ...given })

  test('and knocks with another password is let in with that one', async () => {
    const { id, station_number } = await known()
    const rejected = await knock(station_number, { password: 'the password it has' })
    expect(rejected.reason).toBe('wrong_password')
    expect((await server.call(adoptPile, { id: rejected.id })).data).toEqual({ id, password: null })
    await connect(station_number, { password: 'the password it has' })
  })

  test('and is disabled is enabled and keeps its password', async () => {
    const { id, station_number } = await known({ enabled: false })
    const rejected = await knock(station_number, { password: 'the password it has' })
    expect(rejected.reason).toBe('disabled')
    expect((await server.call(adoptPile, { id: rejected.id })).data).toEqual({ id, password: null })
    await expect(connect(station_number, { password: 'the password it has' })).rejects.toThrow('401')
    await connect(station_number, { password: PASSWORD })
  })

  test('and speaks another protocol has to be set first', async () => {
    const { station_number } = await known()
    const rejected = await knock(station_number, { password: PASSWORD, protocols: ['ocpp2.0.1'] })
    expect(rejected).toMatchObject({ reason: 'unsupported_protocol', protocol: 'ocpp2.0.1' })
    expect((await server.call(adoptPile, { id: rejected.id })).code).toBe(409)
  })
})

test('adopting is noted with who did it', async () => {
  const { id } = await knock('NEW-4')
  const { data } = await server.call(adoptPile, { id })
  const notes = await server.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('entity', '=', 'pile')
    .where('entity_id', '=', data.id)
    .execute()
  expect(notes).toMatchObject([{ action: 'adopt', user_name: server.administrator.user_name }])
  expect(JSON.stringify(notes)).not.toContain(data.password)
})

test('only who may create piles adopts', async () => {
  const { id } = await knock('NEW-5')
  const person = await server.signIn({ permissions: ['rejected_connection.list'] })
  expect((await server.call(adoptPile, { id }, { as: person })).code).toBe(403)
})
