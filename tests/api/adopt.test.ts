import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedOptions, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { adoptPile } from '../../src/shared/endpoints/piles.ts'
import type { RejectedConnection } from '../../src/shared/entities/rejected-connection.ts'
import { makePile, makeSite } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const piles = droppedPiles<ScriptedPile>()

beforeAll(async () => {
  server = await startServer({ settings: { ocppAuth: 'required' } })
})
afterAll(() => server.stop())

async function connect(station: string, options: Partial<ScriptedOptions> = {}) {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, ...options })
  piles.push(pile)
  return pile
}

const rowsOf = async (station: string): Promise<RejectedConnection[]> =>
  (await server.call('/system/rejected-connection/index', { keyword: station })).data.rows

/** A pile that tries to connect and is sent away; gives what was kept of it. */
async function refused(station: string, options: Partial<ScriptedOptions> = {}, rows = 1) {
  await expect(connect(station, options)).rejects.toThrow(/^4/)
  return await vi.waitFor(async () => {
    const kept = await rowsOf(station)
    expect(kept).toHaveLength(rows)
    return kept.reduce((a, b) => (a.id > b.id ? a : b))
  })
}

/** Adopts a row as it was shown. */
const adopt = ({ id, fingerprint }: RejectedConnection, more: object = {}, options: object = {}) =>
  server.call(adoptPile, { id, fingerprint, ...more }, options)

test('a stranger that offers a password is let in with it after one click', async () => {
  const rejected = await refused('NEW-1', { password: 'what the pile was given' })
  expect(rejected).toMatchObject({
    ...{ station_number: 'NEW-1', reason: 'unknown_station', attempts: 1, address: '127.0.0.1', offered: 'good' },
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  const { id: site_id } = await makeSite(server.db)
  const { data } = await adopt(rejected, { site_id })
  expect(data.password).toBeNull()
  await connect('NEW-1', { password: 'what the pile was given' })
  await expect(connect('NEW-1', { password: 'what a stranger tries' })).rejects.toThrow('401')
  const pile = await server.db.selectFrom('pile').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
  expect(pile).toMatchObject({ station_number: 'NEW-1', site_id, enabled: true, knocked_at: rejected.last_at })
})

test('what is adopted is what was shown, whatever is offered from the same address meanwhile', async () => {
  const shown = await refused('NEW-6', { password: 'what the pile was given' })
  const stranger = await refused('NEW-6', { password: 'what a stranger tries' }, 2)
  expect(await rowsOf('NEW-6')).toContainEqual(shown)
  const mixed = { id: shown.id, fingerprint: stranger.fingerprint }
  expect((await server.call(adoptPile, mixed)).code, 'another fingerprint').toBe(409)
  expect((await server.call(adoptPile, { ...mixed, fingerprint: null })).code).toBe(409)
  expect((await server.call('/system/rejected-connection/adopt', { id: shown.id })).code, 'none').toBe(422)
  expect((await adopt(shown)).code).toBe(200)
  await expect(connect('NEW-6', { password: 'what a stranger tries' })).rejects.toThrow('401')
  await connect('NEW-6', { password: 'what the pile was given' })
})

test.each([
  ['offers none', undefined, 'none'],
  ['offers a weak one', 'x', 'weak'],
  ['offers eight bytes as digits', '0123456789abcdef', 'weak'],
])('a stranger that %s gets a password, shown this once', async (what, password, offered) => {
  const station = `NEW-2 ${what}`
  const rejected = await refused(station, password ? { password } : {})
  expect(rejected.offered).toBe(offered)
  const { data } = await adopt(rejected)
  expect(data.password).toMatch(/^[0-9a-f]{40}$/)
  await connect(station, { password: data.password as string })
  await expect(connect(station, password ? { password } : {})).rejects.toThrow('401')
})

test('what was adopted is no longer among the rejected', async () => {
  const rejected = await refused('NEW-3')
  await adopt(rejected)
  expect(await rowsOf('NEW-3')).toEqual([])
  expect((await adopt(rejected)).code).toBe(404)
})

test('two who adopt two rows of one station at once make one pile', async () => {
  const one = await refused('NEW-7', { password: 'what the pile was given' })
  const other = await refused('NEW-7', { password: 'what a stranger tries' }, 2)
  const codes = (await Promise.all([adopt(one), adopt(other), adopt(one)])).map(({ code }) => code)
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code === 404)).toHaveLength(2)
})

describe('a pile that is known', () => {
  const PASSWORD = 'the password we know'
  const OTHER = 'the password it has'
  const known = (given: object = {}) => makePile(server.db, { password_hash: hashPileSecret(PASSWORD), ...given })

  test('and offers another password gets it when that is confirmed, and keeps its own until it is used', async () => {
    const last = { last_seen_at: '2026-01-02T03:04:05.000Z', last_address: '203.0.113.9' }
    const { id, station_number } = await known(last)
    const rejected = await refused(station_number, { password: OTHER })
    expect(rejected.reason).toBe('wrong_password')
    const asked = await adopt(rejected)
    expect(asked).toMatchObject({ code: 409, data: { pile: { id, last_address: '203.0.113.9' } } })
    expect((await adopt(rejected, { replace_password: true })).data).toEqual({ id, password: null })
    await connect(station_number, { password: PASSWORD })
    await connect(station_number, { password: OTHER })
    await expect(connect(station_number, { password: PASSWORD })).rejects.toThrow('401')
  })

  test('and is connected is taken over by nobody', async () => {
    const { station_number } = await known()
    await connect(station_number, { password: PASSWORD })
    const rejected = await refused(station_number, { password: OTHER })
    expect((await adopt(rejected, { replace_password: true })).code).toBe(409)
    await expect(connect(station_number, { password: OTHER })).rejects.toThrow('401')
    await connect(station_number, { password: PASSWORD })
  })

  test('only since its row was shown is not taken over by that row', async () => {
    const rejected = await refused('LATE-1', { password: OTHER })
    await known({ station_number: 'LATE-1' })
    expect((await adopt(rejected, { replace_password: true })).code).toBe(409)
    await expect(connect('LATE-1', { password: OTHER })).rejects.toThrow('401')
  })

  test('is given another password only by who may change piles', async () => {
    const { station_number } = await known()
    const rejected = await refused(station_number, { password: OTHER })
    const person = await server.signIn({ permissions: ['rejected_connection.list', 'pile.create'] })
    expect((await adopt(rejected, { replace_password: true }, { as: person })).code).toBe(403)
  })

  test('and offers a weak password gets a fresh one, to be entered there', async () => {
    const { station_number } = await known()
    const rejected = await refused(station_number, { password: 'x' })
    const { data } = await adopt(rejected, { replace_password: true })
    await expect(connect(station_number, { password: 'x' })).rejects.toThrow('401')
    await connect(station_number, { password: data.password as string })
  })

  test('and is disabled is enabled and keeps its password, whatever it offered', async () => {
    const { id, station_number } = await known({ enabled: false })
    const rejected = await refused(station_number, { password: OTHER })
    expect(rejected.reason).toBe('disabled')
    expect((await adopt(rejected)).data).toEqual({ id, password: null })
    await expect(connect(station_number, { password: OTHER })).rejects.toThrow('401')
    await connect(station_number, { password: PASSWORD })
  })

  test('and was disabled when its row was shown, but is not any more, stays as it is', async () => {
    const { id, station_number } = await known({ enabled: false })
    const rejected = await refused(station_number, { password: OTHER })
    await server.call('/system/device/edit', { id, enabled: true })
    expect((await adopt(rejected, { replace_password: true })).code).toBe(409)
  })

  test('and speaks another protocol has to be set first', async () => {
    const { station_number } = await known()
    const rejected = await refused(station_number, { password: PASSWORD, protocols: ['ocpp1.5'] })
    expect(rejected).toMatchObject({ reason: 'unsupported_protocol', protocol: 'ocpp1.5' })
    expect((await adopt(rejected)).code).toBe(409)
  })
})

test('adopting is noted with who did it', async () => {
  const { data } = await adopt(await refused('NEW-4'))
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
  const rejected = await refused('NEW-5')
  const person = await server.signIn({ permissions: ['rejected_connection.list'] })
  expect((await adopt(rejected, {}, { as: person })).code).toBe(403)
})
