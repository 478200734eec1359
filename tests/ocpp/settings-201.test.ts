import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import type { Order } from '../../src/server/ocpp/command-words.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'
import { makePile } from '../make.ts'
import { until } from './gateway-rig.ts'
import { boot, NumberedRig } from './numbered-rig.ts'

const rig = new NumberedRig()

const now = () => new Date().toISOString()
const ALL: Intent = { ask: 'read_settings', keys: [] }
const SECRET = 'a secret of the pile 1234'
/** One that we never gave it: nothing else hides it. */
const ITS_OWN = 'its own secret 5678'

interface Variable {
  component: string
  variable: string
  value?: string
  mutability?: string
  evse?: number
  type?: string
  more?: object
}

const data = ({ component, variable, value, mutability = 'ReadWrite', evse, type = 'integer', more }: Variable) => ({
  component: { name: component, ...(evse !== undefined && { evse: { id: evse } }) },
  variable: { name: variable },
  variableAttribute: [{ ...(value !== undefined && { value }), mutability }],
  variableCharacteristics: { dataType: type, supportsMonitoring: true, ...more },
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => data({ component: 'Fan', variable: `Speed${at}`, value: String(at) }))

async function booted() {
  const { station_number: number, id } = await makePile(rig.db)
  const pile = await rig.connect(number)
  await boot(pile)
  const ask = (intent: Intent) =>
    rig.piles.commands.ask({ pile_id: id, connector_number: null, intent, asked_by: 'Ann' })
  return { pile, id, ask }
}

const kept = (id: number) =>
  rig.db.selectFrom('pile_setting').selectAll().where('pile_id', '=', id).orderBy('key').execute()
const values = async (id: number) => Object.fromEntries((await kept(id)).map(({ key, value }) => [key, value]))
const command = (id: number) => rig.db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readAt = async (id: number) =>
  (await rig.db.selectFrom('pile').select('configuration_read_at').where('id', '=', id).executeTakeFirst())
    ?.configuration_read_at

/** The parts of a report that a pile was asked for, to be sent as a test likes. */
async function asked(pile: ScriptedPile, ask: Promise<unknown>, parts: object[][], action = 'GetBaseReport') {
  pile.onCall(action, { status: 'Accepted' })
  const { requestId } = await pile.nextCall(action)
  await ask
  const send = (seqNo: number) =>
    pile.call('NotifyReport', {
      ...{ requestId, generatedAt: now(), seqNo },
      ...(seqNo < parts.length - 1 && { tbc: true }),
      ...((parts[seqNo]?.length ?? 0) > 0 && { reportData: parts[seqNo] }),
    })
  return { send, requestId: Number(requestId) }
}

test('a full inventory is kept with what the pile says of each variable', async () => {
  const { pile, id, ask } = await booted()
  const parts = [
    [
      data({
        component: 'OCPPCommCtrlr',
        variable: 'HeartbeatInterval',
        value: '300',
        more: { unit: 's', minLimit: 10, maxLimit: 900 },
      }),
      data({ component: 'EVSE', evse: 1, variable: 'Power', value: '7.5', type: 'decimal', mutability: 'ReadOnly' }),
    ],
    [
      data({
        component: 'AuthCacheCtrlr',
        variable: 'Policy',
        value: 'LRU',
        type: 'OptionList',
        more: { valuesList: 'LRU, FIFO' },
      }),
      data({
        component: 'SecurityCtrlr',
        variable: 'BasicAuthPassword',
        value: SECRET,
        mutability: 'WriteOnly',
        type: 'string',
      }),
    ],
  ]
  const { send, requestId } = await asked(pile, ask(ALL), parts)
  expect((await command(requestId)).status).toBe('accepted')
  expect(await send(0)).toEqual({})
  expect(await readAt(id)).toBeNull()
  await send(1)
  await until(async () => (await command(requestId)).status === 'done')
  expect(await readAt(id)).not.toBeNull()
  expect(await kept(id)).toMatchObject([
    { key: 'AuthCacheCtrlr/Policy', type: 'option', choices: ['LRU', 'FIFO'], read_only: false },
    {
      key: 'EVSE(1)/Power',
      component: 'EVSE',
      evse: 1,
      variable: 'Power',
      value: '7.5',
      read_only: true,
      type: 'decimal',
    },
    {
      key: 'OCPPCommCtrlr/HeartbeatInterval',
      type: 'int',
      unit: 's',
      minimum: 10,
      maximum: 900,
      supports_monitoring: true,
    },
    { key: 'SecurityCtrlr/BasicAuthPassword', value: null, write_only: true },
  ])
})

test('in whatever order its parts come, and however often, a report is whole when none is missing', async () => {
  const { pile, id, ask } = await booted()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }).chain((count) =>
        fc.tuple(
          fc.constant(count),
          fc.shuffledSubarray(
            Array.from({ length: count }, (_, at) => at),
            { minLength: count },
          ),
          fc.array(fc.nat(count - 1), { maxLength: 3 }),
        ),
      ),
      async ([count, order, again]) => {
        await rig.db.deleteFrom('pile_setting').where('pile_id', '=', id).execute()
        const parts = Array.from({ length: count }, (_, at) => [
          data({ component: 'Fan', variable: `Speed${at}`, value: String(at) }),
        ])
        const { send, requestId } = await asked(pile, ask(ALL), parts)
        for (const part of [...again.filter((one) => one !== order.at(-1)), ...order.slice(0, -1)]) await send(part)
        expect((await command(requestId)).status).toBe('accepted')
        await send(order.at(-1) ?? 0)
        await until(async () => (await command(requestId)).status === 'done')
        expect(Object.keys(await values(id))).toHaveLength(count)
      },
    ),
    { numRuns: 12 },
  )
})

test('a report whose end never comes leaves what it told, and takes nothing away', async () => {
  const { pile, id, ask } = await booted()
  const first = await asked(pile, ask(ALL), [numbered(3)])
  await first.send(0)
  const before = await readAt(id)
  const second = await asked(pile, ask(ALL), [[data({ component: 'Fan', variable: 'Speed0', value: '9' })], [], []])
  await second.send(0)
  await second.send(2)
  expect(await values(id)).toEqual({ 'Fan/Speed0': '9', 'Fan/Speed1': '1', 'Fan/Speed2': '2' })
  expect(await readAt(id)).toBe(before)
  expect((await command(second.requestId)).status).toBe('accepted')
})

test('what a whole report does not name any more is gone; one of a component says nothing of the others', async () => {
  const { pile, id, ask } = await booted()
  const cable = data({ component: 'Cable', variable: 'Length', value: '5' })
  const all = await asked(pile, ask(ALL), [[...numbered(2), cable]])
  await all.send(0)
  const one = await asked(pile, ask({ ...ALL, only: { component: 'fan' } } as Intent), [numbered(1)], 'GetReport')
  await one.send(0)
  expect(Object.keys(await values(id))).toEqual(['Cable/Length', 'Fan/Speed0'])
  const settable = await asked(pile, ask({ ...ALL, only: 'settable' } as Intent), [numbered(1)])
  await settable.send(0)
  expect(Object.keys(await values(id))).toEqual(['Cable/Length', 'Fan/Speed0'])
  const again = await asked(pile, ask(ALL), [numbered(1)])
  await again.send(0)
  expect(Object.keys(await values(id))).toEqual(['Fan/Speed0'])
})

test('a report that comes before the answer to its question counts', async () => {
  const { pile, ask } = await booted()
  pile.onCall('GetBaseReport', async ({ requestId }) => {
    await pile.call('NotifyReport', { requestId, generatedAt: now(), seqNo: 0, reportData: numbered(1) })
    return { status: 'Accepted' }
  })
  const { id } = await ask(ALL)
  await until(async () => (await command(id)).status === 'done')
})

test.each([
  ['Rejected', 'refused'],
  ['NotSupported', 'refused'],
  ['EmptyResultSet', 'done'],
])('a question that is answered %s is %s', async (status, ends) => {
  const { pile, ask } = await booted()
  pile.onCall('GetBaseReport', { status })
  expect((await command((await ask(ALL)).id)).status).toBe(ends)
})

test('a new value is set, and read back by what the pile says of it', async () => {
  const { pile, id, ask } = await booted()
  const { send } = await asked(pile, ask(ALL), [
    [data({ component: 'EVSE', evse: 2, variable: 'Fan', value: '1', more: { unit: 'rpm' } })],
  ])
  await send(0)
  const named = { component: { name: 'EVSE', evse: { id: 2 } }, variable: { name: 'Fan' } }
  pile.onCall('SetVariables', { setVariableResult: [{ ...named, attributeStatus: 'RebootRequired' }] })
  pile.onCall('GetVariables', {
    getVariableResult: [{ ...named, attributeStatus: 'Accepted', attributeValue: '7' }],
  })
  const { id: asks, reply } = await ask({ ask: 'configure', key: 'EVSE(2)/Fan', value: '7' })
  expect(reply).toMatchObject({ meaning: 'yes', word: 'RebootRequired', proviso: 'RebootRequired' })
  expect(await pile.nextCall('SetVariables')).toEqual({ setVariableData: [{ ...named, attributeValue: '7' }] })
  expect(await pile.nextCall('GetVariables')).toEqual({ getVariableData: [named] })
  expect(await command(asks)).toMatchObject({ status: 'accepted', progress: 'RebootRequired' })
  expect(JSON.parse((await command(asks)).answer ?? '')).toMatchObject({ status: 'RebootRequired' })
  await until(async () => (await values(id))['EVSE(2)/Fan'] === '7')
  // What an answer does not say of it stays as it was told.
  expect(await kept(id)).toMatchObject([{ unit: 'rpm', type: 'int', read_only: false }])
})

test.each(['Rejected', 'UnknownComponent', 'UnknownVariable', 'NotSupportedAttributeType'])(
  'one that is answered %s is refused',
  async (attributeStatus) => {
    const { pile, ask } = await booted()
    const named = { component: { name: 'Fan' }, variable: { name: 'Speed' } }
    pile.onCall('SetVariables', { setVariableResult: [{ ...named, attributeStatus }] })
    const { id } = await ask({ ask: 'configure', key: 'Fan/Speed', value: '1' })
    expect(await command(id)).toMatchObject({ status: 'refused', answer: expect.stringContaining(attributeStatus) })
  },
)

test('why a variable is refused is kept with its word, and a password that the pile quotes is not', async () => {
  const { pile, ask } = await booted()
  const result = (name: string, attributeStatus: string, attributeStatusInfo?: object) => ({
    ...{ component: { name }, variable: { name: 'Speed' }, attributeStatus },
    ...(attributeStatusInfo && { attributeStatusInfo }),
  })
  const attributeStatusInfo = { reasonCode: 'ValueTooHigh', additionalInfo: `not ${SECRET}` }
  pile.onCall('SetVariables', {
    setVariableResult: [
      result('A', 'Accepted', { reasonCode: 'NoError' }),
      result('B', 'Rejected', attributeStatusInfo),
    ],
  })
  const settings = ['A/Speed', 'B/Speed'].map((key) => ({ key, value: '1' }))
  const { id } = await ask({ ask: 'configure_all', settings })
  const reason = { code: 'ValueTooHigh', info: `not ${SECRET}` }
  expect(JSON.parse((await command(id)).answer ?? '')).toMatchObject({ status: 'Rejected', reason })
  const { id: password } = await ask({ ask: 'set_password', password: SECRET })
  expect((await command(password)).answer).toContain('ValueTooHigh')
  expect((await command(password)).answer).not.toContain(SECRET)
})

test('many are set in as many calls as the pile takes them in', async () => {
  const { pile, id, ask } = await booted()
  const limit = {
    ...data({ component: 'DeviceDataCtrlr', variable: 'ItemsPerMessage', value: '2', mutability: 'ReadOnly' }),
    variable: { name: 'ItemsPerMessage', instance: 'SetVariables' },
  }
  await (await asked(pile, ask(ALL), [[limit]])).send(0)
  const sizes: number[] = []
  pile.onCall('SetVariables', ({ setVariableData }) => {
    const all = setVariableData as { component: object; variable: object }[]
    sizes.push(all.length)
    return {
      setVariableResult: all.map(({ component, variable }) => ({ component, variable, attributeStatus: 'Accepted' })),
    }
  })
  const settings = Array.from({ length: 5 }, (_, at) => ({ key: `Fan/Speed${at}`, value: '1' }))
  await rig.piles.commands.askInParts(id, { ask: 'configure_all', settings })
  expect(sizes).toEqual([2, 2, 1])
})

test('several are asked for in as many calls as the pile answers them in', async () => {
  const { pile, id, ask } = await booted()
  const limit = {
    ...data({ component: 'DeviceDataCtrlr', variable: 'ItemsPerMessage', value: '2', mutability: 'ReadOnly' }),
    variable: { name: 'ItemsPerMessage', instance: 'GetVariables' },
  }
  await (await asked(pile, ask(ALL), [[limit]])).send(0)
  const sizes: number[] = []
  pile.onCall('GetVariables', ({ getVariableData }) => {
    const all = getVariableData as { component: object; variable: { name: string } }[]
    sizes.push(all.length)
    return {
      getVariableResult: all.map((one) => ({ ...one, attributeStatus: 'Accepted', attributeValue: one.variable.name })),
    }
  })
  const keys = ['Fan/A', 'Fan/B', 'Fan/C', 'Fan/D', 'Fan/E']
  const answer = await rig.piles.commands.askOurs(id, { ask: 'read_settings', keys })
  expect([sizes, answer?.isYes]).toEqual([[2, 2, 1], true])
  const told = (await kept(id)).filter(({ key }) => keys.includes(key)).map(({ value }) => value)
  expect(told.sort()).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test('its password is told by its variable, and neither kept nor logged', async () => {
  const { pile, id, ask } = await booted()
  const named = { component: { name: 'SecurityCtrlr' }, variable: { name: 'BasicAuthPassword' } }
  pile.onCall('SetVariables', { setVariableResult: [{ ...named, attributeStatus: 'Accepted' }] })
  pile.onCall('GetVariables', {
    getVariableResult: [{ ...named, attributeStatus: 'Accepted', attributeValue: ITS_OWN }],
  })
  await ask({ ask: 'set_password', password: SECRET })
  expect(await pile.nextCall('SetVariables')).toEqual({ setVariableData: [{ ...named, attributeValue: SECRET }] })
  await ask({ ask: 'read_settings', keys: ['SecurityCtrlr/BasicAuthPassword'] })
  await pile.call('NotifyReport', {
    ...{ requestId: 1, generatedAt: now(), seqNo: 0 },
    reportData: [
      data({ component: 'SecurityCtrlr', variable: 'BasicAuthPassword', value: ITS_OWN, type: 'string' }),
      data({ component: 'Modem', variable: 'Pin', value: ITS_OWN, mutability: 'WriteOnly', type: 'string' }),
    ],
  })
  const frames = () =>
    rig.db.selectFrom('frame').select(['content', 'answer']).where('station_number', '=', pile.peer.station).execute()
  await until(async () => JSON.stringify(await frames()).includes('Pin'))
  const commands = await rig.db.selectFrom('command').selectAll().where('pile_id', '=', id).execute()
  for (const rows of [await frames(), commands, await kept(id)])
    for (const secret of [SECRET, ITS_OWN]) expect(JSON.stringify(rows)).not.toContain(secret)
})

const CODE = { component: { name: 'Modem' }, variable: { name: 'AccessCode' } }
const TOWN = { component: { name: 'Modem' }, variable: { name: 'Town' } }
const setOf = (value: string) => ({ ...CODE, attributeValue: value })

test.each<[string, string, Order]>([
  ['a long one', 'the code of it', { intent: { ask: 'configure', key: 'modem/accesscode', value: 'the code of it' } }],
  ['a short one', '4711', { intent: { ask: 'configure', key: 'Modem/AccessCode', value: '4711' } }],
  [
    'one among others',
    '4711',
    {
      intent: {
        ask: 'configure_all',
        settings: [
          { key: 'Modem/AccessCode', value: '4711' },
          { key: 'Modem/Town', value: 'Ulm' },
        ],
      },
    },
  ],
  ['one by hand', '4711', { action: 'SetVariables', payload: { setVariableData: [setOf('4711')] } }],
])('a value that its pile tells nobody is set, and kept and logged nowhere: %s', async (_, secret, order) => {
  const { pile, id, ask } = await booted()
  const told = [
    data({ component: 'Modem', variable: 'AccessCode', mutability: 'WriteOnly', type: 'string' }),
    data({ component: 'Modem', variable: 'Town', value: 'Bonn', type: 'string' }),
  ]
  const { send } = await asked(pile, ask(ALL), [told])
  await send(0)
  pile.onCall('SetVariables', ({ setVariableData }) => ({
    setVariableResult: (setVariableData as (typeof CODE)[]).map(({ component, variable }) => ({
      ...{ component, variable, attributeStatus: 'Accepted' },
      // What is long enough to be known again is hidden where the pile quotes it.
      ...(secret.length > 8 && { attributeStatusInfo: { reasonCode: 'NoError', additionalInfo: `took ${secret}` } }),
    })),
  }))
  const read: unknown[] = []
  pile.onCall('GetVariables', ({ getVariableData }) => {
    read.push(...(getVariableData as unknown[]))
    return { getVariableResult: [{ ...TOWN, attributeStatus: 'Accepted', attributeValue: 'Ulm' }] }
  })
  const { id: asks } = await rig.piles.commands.ask({ pile_id: id, connector_number: null, asked_by: 'Ann', ...order })
  const [first] = (await pile.nextCall('SetVariables')).setVariableData as { attributeValue: string }[]
  expect(first?.attributeValue).toBe(secret)
  expect((await command(asks)).status).toBe('done')
  if (JSON.stringify(order).includes('Town')) await until(async () => (await values(id))['Modem/Town'] === 'Ulm')
  await pile.call('NotifyEvent', {
    ...{ generatedAt: now(), seqNo: 0 },
    eventData: [
      {
        ...{ eventId: 1, timestamp: now(), trigger: 'Alerting', actualValue: 'the last frame' },
        ...{ component: { name: 'Modem' }, variable: { name: 'Problem' }, eventNotificationType: 'CustomMonitor' },
      },
    ],
  })
  const frames = () =>
    rig.db
      .selectFrom('frame')
      .select(['command', 'content', 'answer'])
      .where('station_number', '=', pile.peer.station)
      .execute()
  await until(async () => JSON.stringify(await frames()).includes('the last frame'))
  // Nothing asks for what is told nobody.
  expect(read).not.toContainEqual(CODE)
  const { intent, payload, answer } = await command(asks)
  expect(intent).toContain('***')
  expect(payload).toContain('***')
  const sent = (await frames()).filter((frame) => frame.command === 'SetVariables')
  for (const text of [intent, payload, answer, JSON.stringify(sent), JSON.stringify(await kept(id))])
    expect(text).not.toContain(secret)
  expect(JSON.stringify(sent)).toContain('***')
})

test('a value that its pile tells nobody is not kept of a call that never went out', async () => {
  const { pile, id, ask } = await booted()
  const code = data({ component: 'Modem', variable: 'AccessCode', mutability: 'WriteOnly', type: 'string' })
  await (await asked(pile, ask(ALL), [[code]])).send(0)
  await pile.close()
  await until(() => !rig.piles.gateway.connected(id))
  const { id: asks } = await rig.piles.commands.ask({
    ...{ pile_id: id, connector_number: null, asked_by: 'Ann' },
    ...{ action: 'SetVariables', payload: { setVariableData: [setOf('4711')] } },
  })
  const { status, intent, payload } = await command(asks)
  expect(status).toBe('not_connected')
  expect(payload).toContain('***')
  expect(`${intent} ${payload}`).not.toContain('4711')
})

test('of the history of a variable nothing is kept that it measures', async () => {
  const { pile, id, ask } = await booted()
  const report = (power: string, interval: string) => [
    data({ component: 'EVSE', variable: 'Power', value: power, mutability: 'ReadOnly', type: 'decimal' }),
    data({ component: 'OCPPCommCtrlr', variable: 'HeartbeatInterval', value: interval }),
  ]
  for (const [power, interval] of [
    ['1.5', '300'],
    ['2.5', '60'],
  ] as const)
    await (await asked(pile, ask(ALL), [report(power, interval)])).send(0)
  const changes = await rig.db.selectFrom('pile_setting_change').selectAll().where('pile_id', '=', id).execute()
  expect(changes.map(({ key, value }) => [key, value])).toEqual([
    ['OCPPCommCtrlr/HeartbeatInterval', '300'],
    ['OCPPCommCtrlr/HeartbeatInterval', '60'],
  ])
})
