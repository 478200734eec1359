import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { describe, expect, test } from 'vitest'
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
  await until(() => rig.neighbours.opened.length > 0)
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

test('refuses a pile that speaks only another version before anything is upgraded, and says why', async () => {
  const { station_number: station, id } = await withPassword()
  const refused = rig.connect({ station, password, protocols: ['ocpp1.5'] })
  await expect(refused).rejects.toThrow(/^400 .*no supported subprotocol/)
  expect(rig.gateway.connected(id)).toBe(false)
  await until(async () => (await rejections(station))[0]?.reason === 'unsupported_protocol')
  expect((await rejections(station))[0]?.protocol).toBe('ocpp1.5')
})

test('chooses 1.6 from a list', async () => {
  const { station_number: station } = await withPassword()
  const pile = await rig.connect({ station, password, protocols: ['ocpp1.5', 'ocpp1.6'] })
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
    insert into rejected_connection (station_number, reason, address, network, last_at)
    select 'OLD-' || i, 'unknown_station', '10.0.0.' || i % 10, '10.0.0.' || i % 10, now() - interval '1 day'
    from generate_series(1, 5100) i`)
  await Promise.all(Array.from({ length: 300 }, (_, index) => refusedWith(rig.connect({ station: `NEW-${index}` }))))
  // They are written a turn at a time, half a second apart.
  await until(async () => {
    const { rows } = await rig.database.pool.query(`
      select count(*) filter (where station_number like 'NEW-%') as latest, count(*) as all from rejected_connection`)
    return rows[0].latest >= 250 && rows[0].all === 5_000
  })
})

test('a flood from one network pushes out its own only, and of one station the latest five passwords stay', async () => {
  await rig.db.deleteFrom('rejected_connection').execute()
  await rig.database.pool.query(`
    insert into rejected_connection (station_number, reason, address, network, last_at)
    select 'FLOOD-' || i, 'unknown_station', '127.0.0.1', '127.0.0.1', now() - interval '1 hour' from generate_series(1, 1100) i
    union all select 'REAL', 'unknown_station', '10.0.0.1', '10.0.0.1', now() - interval '2 hours'`)
  for (let time = 0; time < 8; time++)
    await refusedWith(rig.connect({ station: 'GUESSED', password: `${time} is not the password` }))
  await until(async () => (await rejections('GUESSED')).length === 5)
  const { rows } = await rig.database.pool.query(
    `select count(*) as kept from rejected_connection where network = '127.0.0.1'`,
  )
  expect(rows[0].kept).toBeGreaterThan(990)
  expect(rows[0].kept).toBeLessThanOrEqual(1_000)
  expect(await rejections('REAL')).toHaveLength(1)
})

describe('a password that was offered in vain', () => {
  test('is a row of its own: another one from the same address overwrites nothing', async () => {
    await refusedWith(rig.connect({ station: 'TWO-1', password: 'the first one offered' }))
    await until(async () => (await rejections('TWO-1')).length === 1)
    const [shown] = await rejections('TWO-1')
    await refusedWith(rig.connect({ station: 'TWO-1', password: 'what a stranger offers' }))
    await until(async () => (await rejections('TWO-1')).length === 2)
    const [first, second] = (await rejections('TWO-1')).sort((a, b) => a.id - b.id)
    expect(first).toEqual(shown)
    expect(pileSecretFits(second?.offered_hash ?? '', 'what a stranger offers')).toBe(true)
    expect(second?.fingerprint).not.toBe(first?.fingerprint)
    expect(first?.fingerprint).toMatch(/^[0-9a-f]{16}$/)
  })

  test.each([
    ['x', 'weak'],
    ['fifteen-letters', 'weak'],
    ['0123456789abcdef', 'weak'], // eight bytes as hexadecimal digits
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcabcabcabcabcabcabc', 'weak'],
    ['WEAKLY-1-WEAKLY-1', 'weak'],
    ['a'.repeat(30) + '0123456789bcdef'.repeat(3), 'weak'],
    ['0123456789abcdef0123456789abcdef', 'good'],
    ['sixteen letters!', 'good'],
  ])('%j is %s, and kept only if it is good', async (offered, expected) => {
    await rig.db.deleteFrom('rejected_connection').execute()
    await refusedWith(rig.connect({ station: 'WEAKLY-1', password: offered }))
    await until(async () => (await rejections('WEAKLY-1')).length === 1)
    const [kept] = await rejections('WEAKLY-1')
    expect([kept?.offered, kept?.offered_hash !== null]).toEqual([expected, expected === 'good'])
  })
})

test('takes a key in either case of its digits, or as its bytes, however it was kept', async () => {
  const bytes = Buffer.from(password, 'hex')
  for (const kept of [password, password.toUpperCase(), bytes]) {
    const { station_number: station } = await rig.make({ password_hash: hashPileSecret(kept) })
    for (const sent of [password, password.toUpperCase(), bytes]) {
      const credentials = Buffer.concat([Buffer.from(`${station}:`), Buffer.from(sent as string)])
      const socket = rig.socket(station, ['ocpp1.6'], { authorization: `Basic ${credentials.toString('base64')}` })
      await once(socket, 'open')
    }
  }
})

test('refuses a request with two passwords', async () => {
  const { station_number: station, id } = await withPassword()
  const of = (secret: string) => `Authorization: Basic ${Buffer.from(`${station}:${secret}`).toString('base64')}`
  const { port } = new URL(rig.url)
  const socket = connectSocket(Number(port), '127.0.0.1')
  const lines = [`GET /ocpp/${station} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket']
  lines.push('Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', of(password), of('another'))
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /)
  expect(rig.gateway.connected(id)).toBe(false)
  socket.destroy()
})

test('makes passwords that fit their hashes and no others', () => {
  const [one, other] = [newPileSecret(), newPileSecret()]
  expect(one).toMatch(/^[0-9a-f]{40}$/)
  expect(pileSecretFits(hashPileSecret(one), one)).toBe(true)
  expect(pileSecretFits(hashPileSecret(one), other)).toBe(false)
  expect(hashPileSecret(one)).not.toBe(hashPileSecret(one))
  expect(pileSecretFits('$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', one)).toBe(false)
})
