import { expect, test } from 'vitest'
import { read, say } from '../../src/server/ocpp/v16/intents.ts'
import { v16 } from '../../src/server/ocpp/v16/protocol.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'
import { boot, CommandRig } from './command-rig.ts'
import { until } from './gateway-rig.ts'

const rig = new CommandRig()

type Key = { key: string; value?: string; readonly: boolean }

const kept = (pile_id: number) =>
  rig.db.selectFrom('pile_setting').selectAll().where('pile_id', '=', pile_id).orderBy('key').execute()
const values = async (pile_id: number) =>
  Object.fromEntries((await kept(pile_id)).map(({ key, value }) => [key, value]))
const changes = async (pile_id: number) =>
  (
    await rig.db.selectFrom('pile_setting_change').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()
  ).map(({ key, value }) => [key, value])

/** A pile whose configuration is `keys`; what is changed there shows at once. */
async function connected(keys: Key[], answer = 'Accepted') {
  const { id, pile } = await rig.pile()
  pile.onCall('GetConfiguration', ({ key }) => {
    const asked = key as string[] | undefined
    const told = asked ? keys.filter((one) => asked.includes(one.key)) : keys
    const unknownKey = (asked ?? []).filter((name) => !keys.some((one) => one.key === name))
    return { configurationKey: told, unknownKey }
  })
  pile.onCall('ChangeConfiguration', ({ key, value }) => {
    const found = keys.find((one) => one.key === key)
    if (found && answer !== 'Rejected') found.value = String(value)
    return { status: answer }
  })
  const ask = (intent: Intent) => rig.commands.askOurs(id, intent)
  return { id, pile, keys, ask }
}

const heartbeat = (): Key => ({ key: 'HeartbeatInterval', value: '300', readonly: false })
const ALL: Intent = { ask: 'read_settings', keys: [] }

test.each<Intent>([
  ALL,
  { ask: 'read_settings', keys: ['HeartbeatInterval', 'xFan'] },
  { ask: 'configure', key: 'HeartbeatInterval', value: '60' },
  { ask: 'configure', key: 'StopTxnSampledData', value: '' },
])('says and reads $ask again as it was', (intent) => {
  const call = say(intent)
  expect(call && v16.flawOf(call)).toBeNull()
  expect(call && read(call)).toEqual(intent)
})

test('keeps what a pile says of all its keys, a maker’s too, and never its password', async () => {
  const { id, ask, keys, pile } = await connected([
    heartbeat(),
    { key: 'AuthorizationKey', value: 'the password of this pile', readonly: false },
    { key: 'NumberOfConnectors', value: '2', readonly: true },
    { key: 'xFan\0', value: 'on\0', readonly: false },
    { key: 'xSilent', readonly: false },
  ])
  await ask(ALL)
  expect((await kept(id)).map(({ key, value, read_only }) => [key, value, read_only])).toEqual(
    expect.arrayContaining([
      ['AuthorizationKey', null, false],
      ['HeartbeatInterval', '300', false],
      ['NumberOfConnectors', '2', true],
      ['xFan', 'on', false],
      ['xSilent', null, false],
    ]),
  )
  expect(JSON.stringify(await rig.db.selectFrom('command').selectAll().execute())).not.toContain('the password of')
  // What it does not name any more it does not have; a question for one key says nothing of the others.
  keys.splice(3, 1)
  await ask({ ask: 'read_settings', keys: ['HeartbeatInterval'] })
  expect(await kept(id)).toHaveLength(5)
  await ask(ALL)
  expect(await values(id)).not.toHaveProperty('xFan')
  keys.splice(0, 1)
  await ask({ ask: 'read_settings', keys: ['HeartbeatInterval'] })
  expect(await values(id)).not.toHaveProperty('HeartbeatInterval')
  expect(pile.received.every(({ action }) => action === 'GetConfiguration')).toBe(true)
})

test('keeps what an engineer’s call reads, and writes down a value only when it is new', async () => {
  const { id, keys } = await connected([heartbeat()])
  await rig.ask({ pile_id: id, action: 'GetConfiguration' })
  await rig.ask({ pile_id: id, action: 'GetConfiguration', payload: { key: ['HeartbeatInterval'] } })
  Object.assign(keys[0] ?? {}, { key: 'heartbeatInterval', value: '60' })
  await rig.ask({ pile_id: id, action: 'GetConfiguration' })
  expect(await values(id)).toEqual({ heartbeatInterval: '60' })
  expect(await changes(id)).toEqual([
    ['HeartbeatInterval', '300'],
    ['heartbeatInterval', '60'],
  ])
})

test('reads a value back once the pile took it', async () => {
  const { id, ask, pile } = await connected([heartbeat()])
  await ask({ ask: 'configure', key: 'HeartbeatInterval', value: '45' })
  await until(async () => (await values(id)).HeartbeatInterval === '45')
  expect(pile.received.map(({ action, payload }) => [action, payload])).toEqual([
    ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '45' }],
    ['GetConfiguration', { key: ['HeartbeatInterval'] }],
  ])
})

test('reads it back again after the restart that the pile asked for', async () => {
  const { id, ask, pile, keys } = await connected([heartbeat()], 'RebootRequired')
  await ask({ ask: 'configure', key: 'HeartbeatInterval', value: '45' })
  const reads = () => pile.received.filter(({ action }) => action === 'GetConfiguration').length
  await until(async () => (await values(id)).HeartbeatInterval === '45')
  expect(reads()).toBe(1)
  Object.assign(keys[0] ?? {}, { value: '46' })
  await boot(pile)
  await until(async () => (await values(id)).HeartbeatInterval === '46')
  expect(reads()).toBe(2)
})

test('reads nothing back from a pile that refused', async () => {
  const { id, ask, pile } = await connected([heartbeat()], 'Rejected')
  expect(await ask({ ask: 'configure', key: 'HeartbeatInterval', value: '45' })).toMatchObject({ word: 'Rejected' })
  await ask(ALL) // in its turn: what would have been asked came before
  expect(pile.received.map(({ action }) => action)).toEqual(['ChangeConfiguration', 'GetConfiguration'])
  expect(await values(id)).toEqual({ HeartbeatInterval: '300' })
})
