import { expect, test } from 'vitest'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import { HandshakeRefused } from '../../src/fleet/refusal.ts'
import { connectPile } from '../../src/fleet/scripted.ts'
import { startCentral } from './central.ts'
import { gun, MINUTE, NIGHT, Rig, STATION, sedan, until } from './rig.ts'

const rig = new Rig()

test('tells a session in the order of the standard, from boot to the empty berth', async () => {
  const pile = await rig.bootedPile({ model: pileModels.ac7 })
  gun(pile).plugIn(sedan(0.5))
  await gun(pile).swipe('CARD-1')
  await rig.pass(pile, 1)
  await gun(pile).swipe('card-1')
  await gun(pile).unplug()
  await pile.settled()
  expect(rig.storySince(0)).toEqual([
    'BootNotification',
    'StatusNotification:0:Available',
    'StatusNotification:1:Available',
    'StatusNotification:1:Preparing',
    'Authorize',
    'StartTransaction',
    'StatusNotification:1:Charging',
    'StopTransaction:Local',
    'StatusNotification:1:Finishing',
    'StatusNotification:1:Available',
  ])
})

test.each(['Pending', 'Rejected'])('says nothing while its boot is %s, and asks again when told to', async (status) => {
  rig.central.answers.BootNotification = () => ({ status, currentTime: NIGHT, interval: 90 })
  const pile = rig.pile()
  await until(() => pile.registration.state === status)
  gun(pile).plugIn(sedan(0.5))
  await rig.pass(pile, 1)
  expect(rig.central.story(STATION)).toEqual(['BootNotification'])
  rig.central.answers.BootNotification = () => ({ status: 'Accepted', currentTime: NIGHT, interval: 600 })
  await rig.pass(pile, 1)
  expect(rig.central.story(STATION).slice(1, 4)).toEqual([
    'BootNotification',
    'StatusNotification:0:Available',
    'StatusNotification:1:Preparing',
  ])
})

test('beats at the interval that the boot was answered with', async () => {
  rig.central.answers.BootNotification = () => ({ status: 'Accepted', currentTime: NIGHT, interval: 45 })
  const pile = await rig.bootedPile()
  await rig.pass(pile, 3)
  expect(rig.central.all('Heartbeat')).toHaveLength(4)
})

test('charges a car on DC along a taper, with energy, power, volts and amperes that agree', async () => {
  const { pile } = await rig.chargingPile({ soc: 0.2 })
  await rig.pass(pile, 120)
  const power = rig.curve('Power.Active.Import')
  const peak = power.indexOf(Math.max(...power))
  expect(Math.max(...power)).toBeGreaterThan(100_000)
  expect(Math.max(...power)).toBeLessThanOrEqual(120_000)
  expect(power.slice(peak).every((watts, index, rest) => index === 0 || watts <= (rest[index - 1] ?? 0))).toBe(true)
  const [volts, amperes] = [rig.curve('Voltage'), rig.curve('Current.Import')]
  for (const [index, watts] of power.entries())
    expect(Math.abs((volts[index] ?? 0) * (amperes[index] ?? 0) - watts)).toBeLessThan(60)
  const energy = rig.curve('Energy.Active.Import.Register')
  const charged = energy.at(-1) ?? 0
  const integral = power.reduce((sum, watts) => sum + watts / 120, 0)
  expect(Math.abs(charged - integral) / charged).toBeLessThan(0.02)
  // 80 % of 76 kWh with the losses of a DC charger.
  expect(charged).toBeCloseTo((0.8 * 76_000) / 0.95, -2)
  expect(rig.curve('SoC')).toEqual(rig.curve('SoC').toSorted((a, b) => a - b))
})

test('charges on AC at a constant power in three phases, without a state of charge', async () => {
  const { pile } = await rig.chargingPile({ soc: 0.2, model: pileModels.ac22 })
  await rig.pass(pile, 30)
  expect(new Set(rig.curve('Power.Active.Import').slice(1))).toEqual(new Set([11_000]))
  expect(rig.curve('Current.Import')).toHaveLength(rig.curve('Power.Active.Import').length * 3)
  expect(rig.curve('SoC')).toEqual([])
})

test('suspends the session when the car is full and keeps it open until someone ends it', async () => {
  const { pile, connector } = await rig.chargingPile({ soc: 0.95 })
  const before = rig.said
  await rig.pass(pile, 90)
  await connector.swipe('CARD-1')
  await pile.settled()
  expect(connector.car?.soc).toBeCloseTo(1)
  expect(rig.storySince(before).filter((call) => call !== 'Heartbeat')).toEqual([
    'StatusNotification:1:SuspendedEV',
    'StopTransaction:Local',
    'StatusNotification:1:Finishing',
  ])
})

test('shares the power of a DC pile between two cars', async () => {
  const { pile, connector } = await rig.chargingPile({ soc: 0.2 })
  expect(connector.power_w).toBeGreaterThan(110_000)
  gun(pile, 2).plugIn(sedan(0.2))
  await gun(pile, 2).swipe('CARD-2')
  await rig.pass(pile, 1)
  expect(connector.power_w).toBe(60_000)
  expect(gun(pile, 2).power_w).toBe(60_000)
})

test('keeps the messages of a session that the network missed and sends them in order with their own times', async () => {
  const pile = await rig.bootedPile({ memory: { ...newMemory('1', [5_000]), local_list: knownCard } })
  await gun(pile).swipe('CARD-1')
  await pile.settled()
  const before = rig.said
  pile.goOffline(60 * MINUTE)
  await until(() => !pile.online)
  gun(pile).plugIn(sedan(0.3))
  await rig.pass(pile, 20)
  await gun(pile).swipe('CARD-1')
  await gun(pile).unplug()
  expect(rig.said).toBe(before)
  await rig.pass(pile, 40)
  await until(() => rig.central.all('StopTransaction').length === 1)
  const replayed = rig.central.said.slice(before).filter(({ action }) => action !== 'StatusNotification')
  expect(replayed.map(({ action }) => action)).toEqual([
    'StartTransaction',
    ...Array(40).fill('MeterValues'),
    'StopTransaction',
  ])
  expect(replayed[0]?.payload).toMatchObject({ timestamp: NIGHT, meterStart: 5_000 })
  expect(replayed.slice(1).every(({ payload }) => payload.transactionId === 1)).toBe(true)
  expect(replayed.at(-1)?.payload.timestamp).toBe('2026-11-20T22:20:00.000Z')
})

const knownCard = { version: 1, tags: { 'CARD-1': { status: 'Accepted' } } } as const

test('tells after an outage what changed meanwhile, and nothing else', async () => {
  const pile = await rig.bootedPile()
  const before = rig.said
  rig.central.cut(STATION)
  await until(() => !pile.online)
  gun(pile, 2).plugIn(sedan(0.5))
  await until(() => rig.said > before)
  await pile.settled()
  expect(rig.storySince(before)).toEqual(['StatusNotification:2:Preparing'])
})

test('sends a message again that was not answered before the connection was lost', async () => {
  const { connector } = await rig.chargingPile()
  rig.central.answers.StopTransaction = () => undefined
  void connector.swipe('CARD-1')
  await until(() => rig.central.all('StopTransaction').length === 1)
  rig.central.cut(STATION)
  await until(() => rig.central.all('StopTransaction').length === 2)
  expect(rig.central.all('StopTransaction')[1]).toEqual(rig.central.all('StopTransaction')[0])
})

test('gives up a message that the central system cannot process, after the configured attempts', async () => {
  const { pile, connector } = await rig.chargingPile()
  rig.central.answers.StopTransaction = () => {
    throw new Error('no table')
  }
  await connector.swipe('CARD-1')
  await rig.pass(pile, 5)
  expect(rig.central.all('StopTransaction')).toHaveLength(3)
  expect(pile.memory.queue).toEqual([])
  await connector.unplug()
  connector.plugIn(sedan(0.5))
  await connector.swipe('CARD-2')
  expect(rig.central.all('StartTransaction')).toHaveLength(2)
})

test('reports after a loss of power the end of the transaction that it cut, at the meter it had', async () => {
  const { pile } = await rig.chargingPile()
  const memory = JSON.parse(JSON.stringify(pile.memory))
  await pile.stop()
  const again = rig.pile({ memory })
  await until(() => rig.central.all('StopTransaction').length === 1)
  expect(rig.central.all('StopTransaction')[0]).toMatchObject({
    reason: 'PowerLoss',
    transactionId: 1,
    meterStop: gun(again).register_wh,
  })
  expect(gun(again).register_wh).toBeGreaterThan(500)
})

test('ends a transaction whose card the central system refuses after the start', async () => {
  rig.central.answers.StartTransaction = () => ({ transactionId: 7, idTagInfo: { status: 'Blocked' } })
  const pile = await rig.bootedPile()
  gun(pile).plugIn(sedan(0.5))
  await gun(pile).swipe('CARD-1')
  await until(() => rig.central.all('StopTransaction').length === 1)
  expect(rig.central.all('StopTransaction')[0]).toMatchObject({ transactionId: 7, reason: 'DeAuthorized' })
})

test('does not charge for a card that is refused', async () => {
  rig.central.answers.Authorize = () => ({ idTagInfo: { status: 'Invalid' } })
  const pile = await rig.bootedPile()
  gun(pile).plugIn(sedan(0.5))
  expect(await gun(pile).swipe('CARD-9')).toBe('refused')
  expect(rig.central.all('StartTransaction')).toEqual([])
})

test('stops charging at a fault, tells it, and tells when it is gone', async () => {
  const { pile, connector } = await rig.chargingPile()
  const before = rig.said
  await connector.raise({ code: 'GroundFailure', info: 'residual current 42 mA' })
  connector.repair()
  await pile.settled()
  expect(rig.storySince(before)).toEqual([
    'StopTransaction:Other',
    'StatusNotification:1:Faulted',
    'StatusNotification:1:Finishing',
  ])
  expect(rig.central.all('StatusNotification').at(-2)).toMatchObject({ errorCode: 'GroundFailure' })
})

test('goes on charging through a warning', async () => {
  const { pile, connector } = await rig.chargingPile()
  await connector.raise({ code: 'WeakSignal', warning: true })
  await pile.settled()
  expect(rig.central.all('StatusNotification').at(-1)).toMatchObject({ status: 'Charging', errorCode: 'WeakSignal' })
})

test('a scripted pile learns why it was refused', async () => {
  const strict = await startCentral((request) => (request.headers.authorization ? undefined : 401))
  const refused = connectPile({ url: strict.url, station: 'SIM-9' })
  await expect(refused).rejects.toThrow(HandshakeRefused)
  await expect(refused).rejects.toMatchObject({ status: 401 })
  const pile = await connectPile({ url: strict.url, station: 'SIM-9', password: 'secret' })
  expect(strict.credentials).toEqual([`Basic ${Buffer.from('SIM-9:secret').toString('base64')}`])
  await pile.close()
  await strict.close()
})
