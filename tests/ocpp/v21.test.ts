import { expect, test } from 'vitest'
import { makePile } from '../make.ts'
import { until } from './gateway-rig.ts'
import { boot, NumberedRig } from './numbered-rig.ts'
import { alsoIn } from './spoken.ts'

const rig = new NumberedRig()
const now = () => new Date().toISOString()

async function booted() {
  const { id, station_number } = await makePile(rig.db)
  const pile = await rig.connect(station_number, ['ocpp2.1'])
  await boot(pile)
  return { pile, id }
}

const flagsOf = async (pile_id: number) => {
  const rows = rig.db.selectFrom('pile_flag').select(['flag', 'detail']).where('pile_id', '=', pile_id)
  return new Map((await rows.execute()).map(({ flag, detail }) => [flag, detail]))
}

test('a message that needs no answer gets none, and is noted', async () => {
  const { pile, id } = await booted()
  pile.sendRaw(
    `[6,"s1","NotifyPeriodicEventStream",{"id":1,"pending":0,"basetime":"${now()}","data":[{"t":0,"v":"1"}]}]`,
  )
  pile.sendRaw('[6,"s2"]')
  await pile.call('Heartbeat')
  expect(pile.strays).toEqual([])
  await until(async () => (await flagsOf(id)).has('ignored_frame'))
})

test('what it could not read in an answer of ours is noted', async () => {
  const { pile, id } = await booted()
  pile.sendRaw('[5,"r1","FormatViolation","no interval",{}]')
  await pile.call('Heartbeat')
  expect(pile.strays).toEqual([])
  await until(async () => (await flagsOf(id)).get('answer_refused') === 'r1: FormatViolation no interval')
})

test('it is told of an answer of its that cannot be read', async () => {
  const { pile, id } = await booted()
  pile.onCall('ClearCache', { state: 1 })
  const asked = rig.piles.commands.ask({
    ...{ pile_id: id, connector_number: null, asked_by: 'Ann' },
    intent: { ask: 'clear_cards' },
  } as never)
  expect(await asked).toMatchObject({ failure: { code: 'OccurrenceConstraintViolation' } })
  const [type, , code] = await pile.nextStray()
  expect([type, code]).toEqual([5, 'OccurrenceConstraintViolation'])
})

const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: '1' }

test.each([
  [
    'OpenPeriodicEventStream',
    { constantStreamData: { id: 1, variableMonitoringId: 2, params: {} } },
    { status: 'Rejected' },
  ],
  ['ClosePeriodicEventStream', { id: 1 }, {}],
  [
    'GetCertificateChainStatus',
    { certificateStatusRequests: [{ certificateHashData: hash, source: 'OCSP', urls: ['https://example.org'] }] },
    {
      certificateStatus: [
        { certificateHashData: hash, source: 'OCSP', status: 'Failed', nextUpdate: expect.any(String) },
      ],
    },
  ],
])('%s is answered', async (action, payload, answer) => {
  const { pile } = await booted()
  expect(await pile.call(action, payload)).toEqual(answer)
})

test('what makes no sense here is refused as the standard says', async () => {
  const { pile } = await booted()
  const swap = {
    eventType: 'BatteryOutTimeout',
    requestId: 1,
    idToken: { idToken: 'A', type: 'Central' },
    batteryData: [],
  }
  const data = [{ evseId: 1, serialNumber: 'B', soC: 10, soH: 90 }]
  await expect(pile.call('BatterySwap', { ...swap, batteryData: data })).rejects.toMatchObject({ code: 'NotSupported' })
  await expect(pile.call('UsePriorityCharging', {})).rejects.toMatchObject({ code: 'NotSupported' })
  await expect(pile.call('Nonsense', {})).rejects.toMatchObject({ code: 'NotImplemented' })
})

test.each([
  ['ocpp21', ['ocpp2.0.1', 'ocpp2.1'], 'ocpp2.1'],
  ['ocpp16', ['ocpp2.1', 'ocpp1.6'], 'ocpp1.6'],
  ['ocpp16', [], 'ocpp1.6'],
] as const)('one that may speak %s alone does, whatever else it offers', async (only_protocol, offered, taken) => {
  const { id, station_number } = await makePile(rig.db, { only_protocol })
  await rig.connect(station_number, [...offered])
  const row = rig.db.selectFrom('pile').select('protocol').where('id', '=', id)
  await until(async () => (await row.executeTakeFirst())?.protocol === taken)
})

test.each([[['ocpp2.0.1', 'ocpp1.6']], [[]]])(
  'one that may speak 2.1 alone and offers %j is refused',
  async (offered) => {
    const { station_number } = await makePile(rig.db, { only_protocol: 'ocpp21' })
    await expect(rig.connect(station_number, offered)).rejects.toMatchObject({ status: 400 })
  },
)

await alsoIn('ocpp2.1', './v201.test.ts')
