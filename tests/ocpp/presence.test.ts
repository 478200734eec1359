import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { GatewayRig, until } from './gateway-rig.ts'

const rig = new GatewayRig({
  liveness: { pingEveryMs: 500, silenceMs: () => 2_000, probeMs: 500 },
  offlineAfterMs: 150,
})

const spells = (pile_id: number) =>
  rig.db.selectFrom('offline_record').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()
const state = async (station: string) => (await rig.stored(station)).state

test('a pile is online while it has a socket, and the time without one is a spell', async () => {
  const { pile, station, id } = await rig.pile()
  await until(async () => (await state(station)) !== 'offline')
  expect(await spells(id)).toEqual([])
  await pile.close()
  await until(async () => (await state(station)) === 'offline')
  expect(await rig.stored(station)).toMatchObject({ power_w: 0, disconnected_at: expect.any(String) })
  expect(await spells(id)).toMatchObject([{ online_at: null, offline_seconds: null }])
  await rig.connect({ station })
  await until(async () => (await spells(id))[0]?.online_at)
  expect(await spells(id)).toMatchObject([{ offline_seconds: 0 }])
})

test('a pile that went has no power, and what was measured last is not written after it', async () => {
  const { pile, station, id } = await rig.pile()
  const measured = (value: string) => {
    const sampledValue = [{ value, measurand: 'Power.Active.Import' }]
    return { connectorId: 1, meterValue: [{ timestamp: '2026-11-20T10:00:00Z', sampledValue }] }
  }
  await pile.call('MeterValues', measured('7000'))
  await until(async () => (await rig.stored(station)).power_w === 7_000)
  await pile.call('MeterValues', measured('8000'))
  await pile.close()
  await until(async () => (await state(station)) === 'offline' && (await rig.connector(id)).power_w === 8_000)
  expect((await rig.stored(station)).power_w).toBe(0)
})

test('who comes and goes in one breath has a spell for each time away', async () => {
  const { pile, station, id } = await rig.pile()
  let current = pile
  for (let time = 0; time < 3; time++) {
    await current.close()
    current = await rig.connect({ station })
  }
  await until(async () => (await spells(id)).length === 3 && (await spells(id)).every(({ online_at }) => online_at))
  expect(await state(station)).not.toBe('offline')
  const session = sql<{ connected: boolean; epoch: number }>`select * from pile_session where pile_id = ${id}`
  expect((await session.execute(rig.db)).rows).toMatchObject([{ connected: true, epoch: 4 }])
})

test('one that comes again before its end was handled was away as well', async () => {
  let open = () => {}
  rig.neighbours.door = new Promise<void>((resolve) => {
    open = resolve
  })
  const { pile, station, id } = await rig.pile()
  await until(async () => (await state(station)) !== 'offline')
  await pile.close()
  await rig.connect({ station })
  open()
  await until(async () => (await spells(id))[0]?.online_at)
  expect(await spells(id)).toHaveLength(1)
  expect(await state(station)).not.toBe('offline')
})

test('browsers are told of each coming and going, once it is written', async () => {
  const { station_number: station, id } = await rig.make()
  const times = () => rig.neighbours.told.filter((told) => told === `pile ${id}`).length
  const pile = await rig.connect({ station })
  await until(() => times() === 1)
  expect(await state(station)).not.toBe('offline')
  await pile.close()
  await until(() => times() === 2)
  expect(await state(station)).toBe('offline')
})

test('tells who comes and who goes', async () => {
  const news: string[] = []
  rig.gateway.onConnectionChange((pile, connected) => news.push(`${pile.station_number} ${connected}`))
  const { pile, station } = await rig.pile()
  await pile.close()
  await until(() => news.length === 2)
  expect(news).toEqual([`${station} true`, `${station} false`])
})

test('a pile that stays away is an alarm; one that is back at once is none', async () => {
  const quick = await rig.pile()
  const away = await rig.pile()
  await quick.pile.close()
  await away.pile.close()
  await rig.connect({ station: quick.station })
  const alarmed = (id: number) => rig.neighbours.alarmed.filter(({ pile_id }) => pile_id === id)
  await until(() => alarmed(away.id).length > 0)
  expect(alarmed(away.id)).toEqual([{ code: 'Offline', pile_id: away.id }])
  expect(alarmed(quick.id)).toEqual([])
  await rig.connect({ station: away.station })
  await until(() => rig.neighbours.cleared.length > 0)
  expect(rig.neighbours.cleared).toEqual([away.id])
})

test('what a killed server left as connected went when it was last seen, and is an alarm if it stays away', async () => {
  const { station_number: station, id } = await rig.make({ state: 'charging', last_seen_at: '2026-11-20T10:00:00Z' })
  await rig.stop()
  await rig.start({ offlineAfterMs: 100 })
  expect(await state(station)).toBe('offline')
  expect(await spells(id)).toMatchObject([{ offline_at: '2026-11-20T10:00:00.000Z', online_at: null }])
  await until(() => rig.neighbours.alarmed.some(({ pile_id }) => pile_id === id))
})

test('a socket that answers no ping is ended, its neighbour is not', async () => {
  const { pile: neighbour } = await rig.pile()
  const { station_number: station, id } = await rig.make()
  const socket = rig.socket(station)
  await once(socket, 'open')
  // The library answers pings by itself: this one is deaf.
  ;(socket as unknown as { _receiver: { removeAllListeners(event: string): void } })._receiver.removeAllListeners(
    'ping',
  )
  const beats = setInterval(() => socket.readyState === 1 && socket.send('[2,"x","Heartbeat",{}]'), 100)
  const [code] = await once(socket, 'close')
  clearInterval(beats)
  expect(code).toBe(1006)
  await rig.untilFlagged(id, 'missing_pong')
  expect(await neighbour.call('Heartbeat')).toHaveProperty('currentTime')
})

test('a pile that is silent for three heartbeats is asked for one; one that answers stays', async () => {
  const { pile, id } = await rig.pile()
  pile.onCall('TriggerMessage', { status: 'Accepted' })
  expect(await pile.nextCall('TriggerMessage')).toEqual({ requestedMessage: 'Heartbeat' })
  await new Promise((resolve) => setTimeout(resolve, 900))
  expect(rig.gateway.connected(id)).toBe(true)
})

test('a pile whose network answers and which says nothing, even when it is asked, is ended', async () => {
  const { station_number: station, id } = await rig.make()
  const socket = rig.socket(station)
  const [code, reason] = await once(socket, 'close')
  expect([code, String(reason)]).toEqual([1001, 'silent'])
  await rig.untilFlagged(id, 'silent')
})

test('the server’s stop says goodbye to every pile', async () => {
  const { pile, station } = await rig.pile()
  await rig.gateway.stop()
  expect(await pile.closed).toEqual({ code: 1001, reason: 'the server stops' })
  expect(await state(station)).toBe('offline')
})

test('a pile that is removed from the network while it talks harms nobody', async () => {
  const { pile, id } = await rig.pile({ made: { connectors: 0 } })
  await rig.db.deleteFrom('pile').where('id', '=', id).execute()
  const other = await rig.pile()
  await pile.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
  await other.pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await pile.close()
  expect((await rig.stored(other.station)).vendor).toBe('V')
  expect(rig.neighbours.errors).toEqual([])
})
