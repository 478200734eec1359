import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Pile } from '../../src/fleet/pile.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { SettingsReader } from '../../src/server/configuration-templates/settings-reader.ts'
import { retryCampaign } from '../../src/shared/endpoints/campaigns.ts'
import { applyTemplate, templateDrift } from '../../src/shared/endpoints/configuration-templates.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileSettings } from '../../src/shared/endpoints/pile-settings.ts'
import { makePile, makePileType, makeSite, next } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const sockets = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const PATH = '/system/configuration_template'

interface Key {
  key: string
  value: string
  readonly: boolean
}

/** A pile with a configuration, whose changes are answered as `answers` says and count at once where they are taken. */
async function connected(pile_type_id: number, values: Record<string, string>, answers: Record<string, string> = {}) {
  const { id, station_number: station } = await makePile(server.db, { pile_type_id })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  sockets.push(pile)
  const keys: Key[] = Object.entries(values).map(([key, value]) => ({ key, value, readonly: key === 'xFixed' }))
  pile.onCall('GetConfiguration', ({ key }) => ({
    configurationKey: key ? keys.filter((one) => (key as string[]).includes(one.key)) : keys,
    unknownKey: [],
  }))
  pile.onCall('ChangeConfiguration', ({ key, value }) => {
    const found = keys.find((one) => one.key === key)
    const status = answers[String(key)] ?? (found ? 'Accepted' : 'NotSupported')
    if (found && status === 'Accepted') found.value = String(value)
    return { status }
  })
  const changes = () =>
    pile.received.filter(({ action }) => action === 'ChangeConfiguration').map(({ payload }) => payload)
  const read = () => server.call(pileCommands.read_settings, { id })
  return { id, pile, keys, changes, read }
}

const wants = (key: string, value: string, more: object = {}) => ({ key, value, tolerance: null, also: [], ...more })

async function template(pile_type_id: number, expected: object[]) {
  return server.call(`${PATH}/add`, { name: `Template ${next()}`, pile_type_id, expected })
}
const made = async (pile_type_id: number, expected: object[]) => {
  const answer = await template(pile_type_id, expected)
  expect(answer.code, JSON.stringify(answer.data)).toBe(200)
  return answer.data as { id: number; version: number }
}

const standOf = async (id: number) =>
  (await server.db.selectFrom('pile').select('configuration').where('id', '=', id).executeTakeFirstOrThrow())
    .configuration
const stands = (id: number, stand: string | null) => vi.waitFor(async () => expect(await standOf(id)).toBe(stand))

const targetsOf = (id: number) =>
  server.db.selectFrom('campaign_target').selectAll().where('campaign_id', '=', id).orderBy('id').execute()
const becomes = (id: number, states: string[]) =>
  vi.waitFor(async () => expect((await targetsOf(id)).map(({ state }) => state)).toEqual(states))

test('what a pile says is held against its type’s template whenever it tells it', async () => {
  const type = await makePileType(server.db)
  const one = await connected(type.id, { HeartbeatInterval: '300', xFan: 'on' })
  await one.read()
  expect(await standOf(one.id)).toBeNull()
  const { id, version } = await made(type.id, [wants('HeartbeatInterval', '310', { tolerance: 10 })])
  expect(await standOf(one.id)).toBe('same')
  await server.call(`${PATH}/edit`, { id, version, expected: [wants('HeartbeatInterval', '310')] })
  expect(await standOf(one.id)).toBe('differs')
  await server.call(pileCommands.configure, { id: one.id, key: 'HeartbeatInterval', value: '310' })
  await stands(one.id, 'same')
  Object.assign(one.keys[0] ?? {}, { value: '60' })
  await one.read()
  await stands(one.id, 'differs')
  const { data } = await server.call(pileSettings, { id: one.id })
  expect(data.template).toMatchObject({ id, expected: [{ key: 'HeartbeatInterval', value: '310' }] })
  expect(data.read_at).not.toBeNull()
  expect((await server.call('/system/device/index', { configuration: ['differs'] })).data.rows).toMatchObject([
    { id: one.id, configuration: 'differs' },
  ])
  await server.call(`${PATH}/del`, { ids: [id] })
  expect(await standOf(one.id)).toBeNull()
})

test('a pile that gets another type is held against that one', async () => {
  const [type, other] = [await makePileType(server.db), await makePileType(server.db)]
  await made(type.id, [wants('HeartbeatInterval', '300')])
  await made(other.id, [wants('HeartbeatInterval', '60')])
  const one = await connected(type.id, { HeartbeatInterval: '300' })
  await one.read()
  await stands(one.id, 'same')
  const { version } = await server.db
    .selectFrom('pile')
    .select('version')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()
  await server.call('/system/device/edit', { id: one.id, version, pile_type_id: other.id })
  expect(await standOf(one.id)).toBe('differs')
})

test('what no pile would take is refused at its field', async () => {
  const type = await makePileType(server.db)
  const one = await connected(type.id, { HeartbeatInterval: '300', xFixed: '1', xFan: 'on' })
  await one.read()
  const { code, data } = await template(type.id, [
    wants('HeartbeatInterval', 'often'),
    wants('AuthorizationKey', 'a long enough password'),
    wants('xFixed', '2'),
    wants('xFam', 'on'),
    wants('xFan', 'on'),
    wants('SecurityProfile', '2'),
  ])
  expect(code).toBe(422)
  expect(Object.keys((data as { errors: object }).errors).sort()).toEqual([
    'expected.0.value',
    'expected.1.key',
    'expected.2.key',
    'expected.3.key',
    'expected.5.key',
  ])
  await made(type.id, [wants('xFan', 'off')])
  const second = await template(type.id, [wants('xFan', 'on')])
  expect([second.code, Object.keys((second.data as { errors: object }).errors)]).toEqual([422, ['pile_type_id']])
})

test('applying sets what differs and nothing else, reads it back, and the list of those that differ is empty', async () => {
  const type = await makePileType(server.db)
  const off = await connected(type.id, { HeartbeatInterval: '60', xFan: 'on', LocalPreAuthorize: 'false' })
  const good = await connected(type.id, { HeartbeatInterval: '300', xFan: 'off', LocalPreAuthorize: 'true' })
  await off.read()
  await good.read()
  const { id } = await made(type.id, [
    wants('HeartbeatInterval', '300'),
    wants('xFan', 'off'),
    wants('LocalPreAuthorize', 'true', { also: ['false'] }),
  ])
  const drift = async () => (await server.call(templateDrift, { id })).data
  expect(await drift()).toMatchObject({
    ...{ total: 1, summary: { differs: 1, same: 1, unknown: 0 } },
    rows: [
      {
        pile: { id: off.id },
        differs: [
          { key: 'HeartbeatInterval', expected: '300', told: '60', state: 'differs' },
          { key: 'xFan', expected: 'off', told: 'on' },
        ],
      },
    ],
  })
  const { data } = await server.call(applyTemplate, { id })
  expect(data.piles).toBe(1)
  await becomes(data.campaign_id, ['done'])
  expect(off.changes()).toEqual([
    { key: 'HeartbeatInterval', value: '300' },
    { key: 'xFan', value: 'off' },
  ])
  expect(good.changes()).toEqual([])
  expect(await drift()).toMatchObject({ total: 0, summary: { differs: 0, same: 2 } })
  const again = await server.call(applyTemplate, { id })
  expect([again.code, Object.keys((again.data as unknown as { errors: object }).errors)]).toEqual([422, ['pile_ids']])
})

test('it says which keys were refused and which count after a restart, and tries the refused ones again on request', async () => {
  const type = await makePileType(server.db)
  const answers: Record<string, string> = { xFan: 'Rejected', HeartbeatInterval: 'RebootRequired' }
  const one = await connected(type.id, { HeartbeatInterval: '60', xFan: 'on', BlinkRepeat: '1' }, answers)
  await one.read()
  const { id } = await made(type.id, [
    wants('HeartbeatInterval', '300'),
    wants('xFan', 'off'),
    wants('BlinkRepeat', '3'),
  ])
  const { campaign_id } = (await server.call(applyTemplate, { id, pile_ids: [one.id] })).data
  await becomes(campaign_id, ['refused'])
  expect((await targetsOf(campaign_id))[0]?.said).toBe('RebootRequired: HeartbeatInterval; Rejected: xFan')
  expect(one.keys.find(({ key }) => key === 'BlinkRepeat')?.value).toBe('3')
  answers.xFan = 'Accepted'
  await server.call(retryCampaign, { id: campaign_id })
  await becomes(campaign_id, ['done'])
  expect((await targetsOf(campaign_id))[0]?.said).toBe('RebootRequired: HeartbeatInterval')
})

test('no template changes how a pile proves who it is, not even one that is older than that rule', async () => {
  const type = await makePileType(server.db)
  const one = await connected(type.id, { SecurityProfile: '1', xFan: 'on' })
  await one.read()
  const { id } = await made(type.id, [wants('xFan', 'off')])
  const expected = JSON.stringify([wants('SecurityProfile', '2'), wants('xFan', 'off')])
  await server.db.updateTable('configuration_template').set({ expected }).where('id', '=', id).execute()
  const refused = await server.call(applyTemplate, { id, pile_ids: [one.id] })
  expect(refused).toMatchObject({ code: 409, message: expect.stringMatching(/Raise/) })
  // A campaign that was under way when the rule came.
  const campaign = await server.db
    .insertInto('campaign')
    .values({
      ...{ name: 'Older', action: 'configure', payload: JSON.stringify({ expected: JSON.parse(expected) }) },
      ...{ state: 'running', at_once: 1, tries: 1, pause_seconds: 1, idle_only: false },
      until: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const target = { campaign_id: campaign.id, pile_id: one.id, state: 'pending', wave: 1, tries: 0 } as const
  await server.db.insertInto('campaign_target').values(target).execute()
  await becomes(campaign.id, ['failed'])
  expect((await targetsOf(campaign.id))[0]?.said).toBe('SecurityProfile = 1')
  expect(one.changes()).toEqual([{ key: 'xFan', value: 'off' }])
})

test('the order of network slots stands in no template', async () => {
  const type = await makePileType(server.db)
  const key = 'OCPPCommCtrlr/NetworkConfigurationPriority'
  const { status, data } = await template(type.id, [wants(key, '2,1')])
  expect([status, data.errors['expected.0.key']]).toEqual([422, expect.stringMatching(/under Network on Basic info/)])
})

test('a key that the pile took and does not say afterwards is no success', async () => {
  const type = await makePileType(server.db)
  const one = await connected(type.id, { HeartbeatInterval: '60' })
  one.pile.onCall('ChangeConfiguration', { status: 'Accepted' })
  await one.read()
  const { id } = await made(type.id, [wants('HeartbeatInterval', '300')])
  const { campaign_id } = (await server.call(applyTemplate, { id })).data
  await becomes(campaign_id, ['failed'])
  expect((await targetsOf(campaign_id))[0]?.said).toBe('HeartbeatInterval = 60')
})

test('piles of another type are refused, and piles out of reach are left alone', async () => {
  const type = await makePileType(server.db)
  const mine = await makeSite(server.db)
  const other = await makePile(server.db)
  await made(type.id, [wants('HeartbeatInterval', '300')])
  const { id } = await made((await makePileType(server.db)).id, [wants('HeartbeatInterval', '300')])
  const refused = await server.call(applyTemplate, { id, pile_ids: [other.id] })
  expect(refused.code).toBe(422)
  const far = await connected(type.id, { HeartbeatInterval: '60' })
  await far.read()
  await stands(far.id, 'differs')
  const [template] = (await server.call(`${PATH}/index`, { pile_type_id: [type.id] })).data.rows
  const as = await server.signIn({
    ...{ permissions: ['configuration_template.list', 'configuration_template.apply'], data_scope: 'sites' },
    site_ids: [mine.id],
  })
  expect((await server.call(templateDrift, { id: template.id }, { as })).data).toMatchObject({ total: 0 })
  expect((await server.call(applyTemplate, { id: template.id }, { as })).code).toBe(422)
})

test('a pile is asked for everything by itself after a boot, where its type has a template', async () => {
  const type = await makePileType(server.db)
  const one = await connected(type.id, { HeartbeatInterval: '60' })
  await one.pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  const { id } = await made(type.id, [wants('HeartbeatInterval', '300')])
  expect(await standOf(one.id)).toBe('unknown')
  await one.pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await stands(one.id, 'differs')
  expect(one.pile.received.filter(({ action }) => action === 'GetConfiguration')).toHaveLength(1)
  expect((await server.call(templateDrift, { id })).data.total).toBe(1)
})

test('piles of types without a template are asked once a day as well, those with one first', async () => {
  const { id: pile_type_id } = await makePileType(server.db)
  await made(pile_type_id, [wants('HeartbeatInterval', '300')])
  const plain_type = await makePileType(server.db)
  // As many as are asked at the same time: who comes first shows in who is asked while none of them has answered.
  const plain: { id: number }[] = []
  for (let at = 0; at < 10; at++) plain.push(await makePile(server.db, { pile_type_id: plain_type.id }))
  const held = await makePile(server.db, { pile_type_id })
  const asked: number[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const ids = [...plain, held].map(({ id }) => id)
  const reader = new SettingsReader({
    ...{ db: server.db, connectedPiles: () => ids, log: { error: () => {} } },
    tellsInReports: () => false,
    ask: async (id) => {
      asked.push(id)
      await answered
      return null
    },
  })
  await reader.sweep()
  await vi.waitFor(() => expect(asked).toHaveLength(10))
  expect(asked).toContain(held.id)
  answer()
  await vi.waitFor(() => expect([...asked].sort((a, b) => a - b)).toEqual(ids))
  // Ones that gave no answer are left alone.
  await reader.sweep()
  await reader.booted(plain[0]?.id ?? 0)
  expect(asked).toHaveLength(ids.length)
  await reader.booted(held.id)
  await vi.waitFor(() => expect(asked.slice(ids.length)).toEqual([held.id]))
})

test.each([
  ['answers late', (pile: Pile) => pile.wrong.delays.set('ChangeConfiguration', 1_000)],
  ['restarts in the middle of a change', (pile: Pile) => pile.wrong.restarts.add('ChangeConfiguration')],
  ['restarts while it is read', (pile: Pile) => pile.wrong.restarts.add('GetConfiguration')],
])('a pile that %s is brought to its template in the end', async (_, plant) => {
  const type = await makePileType(server.db)
  const { id, station_number: station } = await makePile(server.db, { pile_type_id: type.id })
  const { id: template_id } = await made(type.id, [wants('HeartbeatInterval', '120'), wants('ConnectionTimeOut', '90')])
  const backoff = { firstMs: 50, maxMs: 200 }
  const pile = virtualPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, backoff })
  pile.start()
  try {
    await stands(id, 'differs')
    plant(pile)
    const { data } = await server.call(applyTemplate, { id: template_id, pile_ids: [id] })
    await server.db.updateTable('campaign').set({ pause_seconds: 1 }).where('id', '=', data.campaign_id).execute()
    await becomes(data.campaign_id, ['done'])
    expect(pile.wrong.restarts.size).toBe(0)
    expect([pile.configuration.count('HeartbeatInterval'), pile.configuration.count('ConnectionTimeOut')]).toEqual([
      120, 90,
    ])
    expect(await standOf(id)).toBe('same')
  } finally {
    await pile.stop()
  }
})
