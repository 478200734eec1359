import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileSettings, settingHistory } from '../../src/shared/endpoints/pile-settings.ts'
import { makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const piles = droppedPiles<ScriptedPile>()

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function connected(answer: string) {
  const { id, station_number: station } = await makePile(server.db, { connectors: 1 })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  piles.push(pile)
  const keys = [
    { key: 'HeartbeatInterval', value: '300', readonly: false },
    { key: 'LocalPreAuthorize', value: 'false', readonly: true },
    { key: 'AuthorizationKey', value: 'a password of a pile', readonly: false },
    { key: 'xFan', value: 'on', readonly: false },
  ]
  pile.onCall('GetConfiguration', ({ key }) => ({
    configurationKey: key ? keys.filter((one) => (key as string[]).includes(one.key)) : keys,
  }))
  pile.onCall('ChangeConfiguration', ({ key, value }) => {
    if (answer === 'Accepted') Object.assign(keys.find((one) => one.key === key) ?? {}, { value })
    return { status: answer }
  })
  const settings = async () => (await server.call(pileSettings, { id })).data.settings
  const setting = async (name: string) => (await settings()).find(({ key }) => key === name)
  const configure = (key: string, value: string | null) => server.call(pileCommands.configure, { id, key, value })
  const history = async (key: string) => (await server.call(settingHistory, { id, key })).data.rows
  const readAll = () => server.call(pileCommands.read_settings, { id })
  return { id, pile, settings, setting, configure, history, readAll }
}

test('what a pile says of its configuration is kept and shown, its password never', async () => {
  const { settings, readAll, setting } = await connected('Accepted')
  expect(await settings()).toEqual([])
  expect((await readAll()).data.command.status).toBe('done')
  expect((await settings()).map(({ key, value, read_only }) => [key, value, read_only])).toEqual([
    ['AuthorizationKey', null, false],
    ['HeartbeatInterval', '300', false],
    ['LocalPreAuthorize', 'false', true],
    ['xFan', 'on', false],
  ])
  expect(await setting('xFan')).toMatchObject({ change: null })
})

test('a change that the pile takes is read back, and its history says who asked', async () => {
  const { readAll, setting, configure, history } = await connected('Accepted')
  await readAll()
  expect((await configure('HeartbeatInterval', '60')).data.command.status).toBe('done')
  await vi.waitFor(async () => expect(await setting('HeartbeatInterval')).toMatchObject({ value: '60', change: null }))
  expect(await history('heartbeatinterval')).toEqual([
    {
      ...{ at: expect.any(String), value: '60' },
      change: expect.objectContaining({ status: 'done', word: 'Accepted', asked_by: server.administrator.user_name }),
    },
    { at: expect.any(String), value: '300', change: null },
  ])
})

test('a change that counts after a restart stands beside the value until then', async () => {
  const { readAll, setting, configure } = await connected('RebootRequired')
  await readAll()
  await configure('HeartbeatInterval', '60')
  const waiting = { value: '300', change: { value: '60', status: 'accepted', word: 'RebootRequired' } }
  await readAll()
  expect(await setting('HeartbeatInterval')).toMatchObject(waiting)
})

test('a refusal is shown until the key is read again', async () => {
  const { readAll, setting, configure } = await connected('Rejected')
  await readAll()
  await configure('HeartbeatInterval', '60')
  expect(await setting('HeartbeatInterval')).toMatchObject({
    ...{ value: '300', change: { value: '60', status: 'refused', word: 'Rejected' } },
  })
  await readAll()
  expect(await setting('HeartbeatInterval')).toMatchObject({ value: '300', change: null })
})

test('why a pile of OCPP 2 refuses a value stands beside it, and in its history', async () => {
  const { id, station_number: station } = await makePile(server.db)
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, protocols: ['ocpp2.0.1'] })
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  const named = { component: { name: 'Fan' }, variable: { name: 'Speed' } }
  const told = { ...named, variableAttribute: [{ value: '3' }] }
  await pile.call('NotifyReport', { requestId: 1, generatedAt: new Date().toISOString(), seqNo: 0, reportData: [told] })
  const attributeStatusInfo = { reasonCode: 'ValueTooHigh', additionalInfo: 'at most 5' }
  pile.onCall('SetVariables', { setVariableResult: [{ ...named, attributeStatus: 'Rejected', attributeStatusInfo }] })
  await server.call(pileCommands.configure, { id, key: 'Fan/Speed', value: '9' })
  const refused = { value: '9', word: 'Rejected', reason: { code: 'ValueTooHigh', info: 'at most 5' } }
  const { settings } = (await server.call(pileSettings, { id })).data
  expect(settings).toMatchObject([{ key: 'Fan/Speed', value: '3', change: refused }])
  const { rows } = (await server.call(settingHistory, { id, key: 'Fan/Speed' })).data
  expect(rows[0]).toMatchObject({ change: refused })
  pile.drop()
})

test.each([
  ['HeartbeatInterval', 'often', 'value', 'Enter a whole number, such as 60.'],
  ['HeartbeatInterval', null, 'value', 'Enter a whole number, such as 60.'],
  ['LocalPreAuthorize', 'true', 'key', 'The pile lets nobody change this key.'],
  ['NumberOfConnectors', '3', 'key', 'The pile lets nobody change this key.'],
  ['authorizationKEY', 'a new password of it', 'key', 'The password is changed with "New password" only.'],
])('%s = %s is refused at its field, and nothing is sent', async (key, value, field, message) => {
  const { pile, readAll, configure } = await connected('Accepted')
  await readAll()
  const { code, data } = await configure(key, value)
  expect([code, data]).toMatchObject([422, { errors: { [field]: message } }])
  expect(pile.received.map(({ action }) => action)).toEqual(['GetConfiguration'])
})

test('a pile that is not connected is not asked', async () => {
  const { id } = await makePile(server.db)
  expect((await server.call(pileCommands.read_settings, { id })).code).toBe(409)
})

test('reading and changing need a permission each', async () => {
  const { id } = await makePile(server.db)
  const reads = { as: await server.signIn({ permissions: ['pile.read_settings'] }) }
  expect((await server.call(pileSettings, { id }, reads)).code).toBe(200)
  expect((await server.call(pileCommands.configure, { id, key: 'xFan', value: 'off' }, reads)).code).toBe(403)
  const others = { as: await server.signIn({ permissions: ['pile.list'] }) }
  expect((await server.call(pileSettings, { id }, others)).code).toBe(403)
  expect((await server.call(settingHistory, { id, key: 'xFan' }, others)).code).toBe(403)
})
