import { once } from 'node:events'
import { expect, test } from 'vitest'
import { HandshakeRefused } from '../../src/fleet/refusal.ts'
import { hashPileSecret, newPileSecret, pileSecretFits } from '../../src/server/kit/pile-secret.ts'
import { GatewayRig, until } from './gateway-rig.ts'

const rig = new GatewayRig({ auth: 'required' })
const password = '0123456789abcdef0123456789abcdef01234567'

const refusedWith = async (knock: Promise<unknown>) => {
  const error = await knock.then(
    () => null,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(HandshakeRefused)
  return (error as HandshakeRefused).status
}

const rejections = (station: string) =>
  rig.db.selectFrom('rejected_connection').selectAll().where('station_number', '=', station).execute()

const withPassword = (given = {}) => rig.make({ password_hash: hashPileSecret(password), ...given })

test('lets a pile in that gives its password', async () => {
  const { station_number: station, id } = await withPassword()
  const pile = await rig.connect({ station, password })
  expect(pile.peer.protocol).toBe('ocpp1.6')
  expect(rig.gateway.connected(id)).toBe(true)
  expect(rig.neighbours.opened).toEqual([station])
})

test('reads the standard’s hexadecimal key sent as the bytes that it means', async () => {
  const { station_number: station } = await withPassword()
  const bytes = Buffer.concat([Buffer.from(`${station}:`), Buffer.from(password, 'hex')])
  const socket = rig.socket(station, ['ocpp1.6'], { authorization: `Basic ${bytes.toString('base64')}` })
  await once(socket, 'open')
})

test.each([
  ['an unknown station', 404, 'unknown_station', () => 'NOBODY-1', password],
  ['a wrong password', 401, 'wrong_password', async () => (await withPassword()).station_number, 'not-the-password-0'],
  ['no password', 401, 'no_password', async () => (await withPassword()).station_number, undefined],
  ['a pile without one of its own', 401, 'wrong_password', async () => (await rig.make()).station_number, password],
  ['a disabled pile', 403, 'disabled', async () => (await withPassword({ enabled: false })).station_number, password],
])('refuses %s with %i and remembers it as %s', async (_, status, reason, make, offered) => {
  const station = await make()
  const knock = () => rig.connect({ station, ...(offered && { password: offered }) })
  expect(await refusedWith(knock())).toBe(status)
  expect(await refusedWith(knock())).toBe(status)
  await until(async () => (await rejections(station))[0]?.attempts === 2)
  const [kept, ...others] = await rejections(station)
  expect(others).toEqual([])
  expect(kept).toMatchObject({ reason, address: '127.0.0.1', protocol: 'ocpp1.6' })
  if (offered) expect(pileSecretFits(kept?.offered_hash ?? '', offered)).toBe(true)
  expect(JSON.stringify(kept)).not.toContain(password)
})

test('asks for the password by name, as browsers and piles expect of 401', async () => {
  const { station_number: station } = await withPassword()
  const socket = rig.socket(station)
  const [, response] = await once(socket, 'unexpected-response')
  expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/)
})

test('completes the handshake of a pile that speaks only another version, without a subprotocol, and closes', async () => {
  const { station_number: station, id } = await withPassword()
  const authorization = `Basic ${Buffer.from(`${station}:${password}`).toString('base64')}`
  const socket = rig.socket(station, ['ocpp2.0.1'], { authorization })
  const [response] = await once(socket, 'upgrade')
  expect(response.statusCode).toBe(101)
  expect(response.headers['sec-websocket-protocol']).toBeUndefined()
  await once(socket, 'close')
  expect(rig.gateway.connected(id)).toBe(false)
  await until(async () => (await rejections(station))[0]?.reason === 'unsupported_protocol')
  expect((await rejections(station))[0]?.protocol).toBe('ocpp2.0.1')
})

test('chooses 1.6 from a list', async () => {
  const { station_number: station } = await withPassword()
  const pile = await rig.connect({ station, password, protocols: ['ocpp2.0.1', 'ocpp1.6'] })
  expect(pile.peer.protocol).toBe('ocpp1.6')
})

test('takes a pile that names no subprotocol for a 1.6 one and flags it', async () => {
  const { station_number: station, id } = await withPassword()
  const pile = await rig.connect({ station, password, protocols: [] })
  expect(await pile.call('Heartbeat')).toHaveProperty('currentTime')
  await rig.untilFlagged(id, 'no_subprotocol')
  await until(async () => (await rig.stored(station)).protocol === 'ocpp1.6')
})

test('flags a user name that is not the station number', async () => {
  const { station_number: station, id } = await withPassword()
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  await once(rig.socket(station, ['ocpp1.6'], { authorization }), 'open')
  await rig.untilFlagged(id, 'user_differs')
})

test('finds a station number with spaces and other letters behind its escapes, a slash at the end or not', async () => {
  const { id } = await withPassword({ station_number: '桩 7' })
  const authorization = `Basic ${Buffer.from(`桩 7:${password}`).toString('base64')}`
  const socket = rig.socket(`${encodeURIComponent('桩 7')}/`, ['ocpp1.6'], { authorization })
  await once(socket, 'open')
  await until(() => rig.gateway.connected(id))
})

test.each(['%ff', '%00', 'a/b', ''])('answers 404 to an address that can be no station: "%s"', async (path) => {
  const [, response] = await once(rig.socket(path), 'unexpected-response')
  expect(response.statusCode).toBe(404)
})

test('keeps the latest strangers only, however many knock', async () => {
  await rig.database.pool.query(`
    insert into rejected_connection (station_number, reason, address, last_at)
    select 'OLD-' || i, 'unknown_station', '10.0.0.1', now() - interval '1 day' from generate_series(1, 5100) i`)
  await Promise.all(Array.from({ length: 600 }, (_, index) => refusedWith(rig.connect({ station: `NEW-${index}` }))))
  // They are written a turn at a time, half a second apart.
  await until(async () => {
    const { rows } = await rig.database.pool.query(`
      select count(*) filter (where station_number like 'NEW-%') as latest, count(*) as all from rejected_connection`)
    return rows[0].latest >= 500 && rows[0].all === 5_000
  })
})

test('makes passwords that fit their hashes and no others', () => {
  const [one, other] = [newPileSecret(), newPileSecret()]
  expect(one).toMatch(/^[2-9A-Z]{24}$/)
  expect(pileSecretFits(hashPileSecret(one), one)).toBe(true)
  expect(pileSecretFits(hashPileSecret(one), other)).toBe(false)
  expect(hashPileSecret(one)).not.toBe(hashPileSecret(one))
  expect(pileSecretFits('$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', one)).toBe(false)
})
