import { once } from 'node:events'
import { expect, test } from 'vitest'
import { proxiesAt } from '../../src/server/kit/client-address.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { type Connecting, PasswordLimits } from '../../src/server/ocpp/password-limits.ts'
import { GatewayRig, until } from './gateway-rig.ts'

// Each client of these tests names its own address, as a named proxy would.
const rig = new GatewayRig({ auth: 'required', trust: proxiesAt(['127.0.0.1']) })
const password = '0123456789abcdef0123456789abcdef01234567'

const make = (given = {}) => rig.make({ password_hash: hashPileSecret(password), ...given })

/** What a handshake is answered, 101 for one that is let in. */
async function answer(station: string, address: string, offered: string) {
  const authorization = `Basic ${Buffer.from(`${station}:${offered}`).toString('base64')}`
  const socket = rig.socket(station, ['ocpp1.6'], { authorization, 'x-forwarded-for': address })
  const response = await Promise.race([
    once(socket, 'upgrade').then(([upgrade]) => upgrade),
    once(socket, 'unexpected-response').then(([, refusal]) => refusal),
  ])
  return { status: response.statusCode as number, retryAfter: response.headers['retry-after'] as string | undefined }
}

const guesses = async (station: string, address: string, times: number) => {
  const statuses = []
  for (let time = 0; time < times; time++)
    statuses.push((await answer(station, address, `guess number ${time}`)).status)
  return statuses
}

test('looks at ten wrong passwords of a station from an address, then says when to come again', async () => {
  const { station_number: station } = await make()
  expect(await guesses(station, '198.51.100.1', 12)).toEqual([...Array(10).fill(401), 429, 429])
  const held = await answer(station, '198.51.100.1', password)
  expect(held.status, 'the right one waits as well').toBe(429)
  expect(Number(held.retryAfter)).toBeGreaterThan(0)
})

test('counts guesses at the same instant', async () => {
  const { station_number: station } = await make()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, time) => answer(station, '198.51.100.2', `guess number ${time}`)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
})

test('lets the pile in from elsewhere meanwhile, and with an IPv6 address counts its /64', async () => {
  const { station_number: station } = await make()
  for (let time = 0; time < 12; time++) await answer(station, `2001:db8:1:2::${time}`, `guess number ${time}`)
  expect((await answer(station, '2001:db8:1:2:ffff::1', password)).status).toBe(429)
  expect((await answer(station, '2001:db8:1:3::1', password)).status).toBe(101)
})

test('lets a pile in with its password from where it usually is, whatever a stranger tries from there', async () => {
  const { station_number: station } = await make()
  expect((await answer(station, '203.0.113.5', password)).status).toBe(101)
  await until(async () => (await rig.stored(station)).last_address === '203.0.113.5')
  expect(await guesses(station, '203.0.113.5', 12)).toEqual([...Array(10).fill(401), 429, 429])
  expect((await answer(station, '203.0.113.5', password)).status).toBe(101)
})

test('over many stations holds a network up, but no pile that is at home there', async () => {
  const home = await make({ last_address: '198.51.100.77' })
  const visitor = await make()
  for (let guess = 0; guess < 100; guess++)
    await answer((await make()).station_number, '198.51.100.77', 'a wrong password')
  expect((await answer(visitor.station_number, '198.51.100.77', password)).status).toBe(429)
  expect((await answer(home.station_number, '198.51.100.77', password)).status).toBe(101)
})

test('remembers those that were not looked at in one row that counts', async () => {
  const { station_number: station } = await make()
  await guesses(station, '198.51.100.9', 15)
  await until(async () => {
    const query = rig.db.selectFrom('rejected_connection').select(['reason', 'attempts', 'fingerprint'])
    const rows = await query.where('station_number', '=', station).where('reason', '=', 'too_many_attempts').execute()
    return rows.length === 1 && rows[0]?.attempts === 5 && rows[0].fingerprint === null
  })
})

test('a stranger who tries many numbers that no pile has holds up no pile behind the same router', async () => {
  const { station_number: station } = await make()
  const statuses = []
  for (let guess = 0; guess < 302; guess++) statuses.push((await answer(`NONE-${guess}`, '198.51.100.3', 'x')).status)
  expect(statuses.slice(298)).toEqual([404, 404, 429, 429])
  expect((await answer(station, '198.51.100.3', password)).status).toBe(101)
})

test('attacked from many networks, a station leaves each new one two tries, and its home as many as before', () => {
  const limits = new PasswordLimits()
  const at = (address: string): Connecting => ({
    station_number: 'A',
    address,
    known: true,
    usual_address: '203.0.113.1',
  })
  for (let guess = 0; guess < 60; guess++) limits.failed(at(`198.51.100.${guess}`), 0)
  const [fresh, home] = [at('192.0.2.1'), at('203.0.113.1')]
  expect(limits.wait(fresh, 0)).toBe(0)
  limits.failed(fresh, 0)
  expect(limits.wait(fresh, 0)).toBe(0)
  limits.failed(fresh, 0)
  expect(limits.wait(fresh, 0)).toBe(60)
  for (let guess = 0; guess < 9; guess++) limits.failed(home, 0)
  expect(limits.wait(home, 0)).toBe(0)
  expect(limits.wait(fresh, 61_000), 'the wait is over by itself').toBe(0)
})
