import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { protocols } from '../../src/server/ocpp/protocols.ts'
import { maskingOf } from '../../src/server/protocol-log/mask-frame.ts'
import { protocolLog, publicProtocolLog } from '../../src/shared/endpoints/protocol-log.ts'
import { SETTING_ID, setting } from '../../src/shared/entities/setting.ts'
import { makeCard, makePile } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let asked: { connection_number: string; unique_id: string }
let card: string
let station: string

beforeAll(async () => {
  server = await startServer()
  card = (await makeCard(server.db)).number
  station = (await makePile(server.db)).station_number
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  await pile.call('Authorize', { idTag: card })
  pile.drop()
  const frame = await vi.waitFor(async () => {
    const { data } = await server.call(protocolLog, { station_number: station, command: 'Authorize' })
    expect(data.total).toBe(2)
    return data.rows[0]
  })
  asked = { connection_number: frame?.connection_number ?? '', unique_id: frame?.unique_id ?? '' }
})
afterAll(() => server.stop())

const look = (body: typeof asked) => server.call(publicProtocolLog, body, { as: null })

describe('a visitor', () => {
  test('who knows both numbers sees what was said, and neither whose card nor which pile it was', async () => {
    const { data } = await look(asked)
    expect(data.map(({ message_type, command }) => [message_type, command])).toEqual([
      ['Call', 'Authorize'],
      ['CallResult', 'Authorize'],
    ])
    expect(data[0]?.content).toBe('{"idTag":"•••"}')
    const told = JSON.stringify(data)
    for (const secret of [card, station]) expect(told).not.toContain(secret)
  })

  test.each([
    ['another connection', { connection_number: '1' }],
    ['another request', { unique_id: 'nothing' }],
    ['a pattern', { unique_id: '%' }],
  ])('who knows only one of them sees nothing: %s', async (_, wrong) => {
    expect((await look({ ...asked, ...wrong })).data).toEqual([])
  })

  test.each([
    { connection_number: '' },
    { unique_id: ' ' },
    { connection_number: 'all' },
    { unique_id: 'x'.repeat(65) },
  ])('has to give both: %j', async (wrong) => {
    expect((await look({ ...asked, ...wrong })).code).toBe(422)
  })

  test('sees nothing once an administrator has switched it off', async () => {
    const set = (public_protocol_log: boolean) =>
      server.call(`${setting.path}/update`, { id: SETTING_ID, public_protocol_log })
    // Looking is limited: a slow machine has to look seldom.
    const seldom = { interval: 1_000 }
    await set(false)
    await expect.poll(async () => (await look(asked)).code, seldom).toBe(403)
    await set(true)
    await expect.poll(async () => (await look(asked)).code, seldom).toBe(200)
  })

  test('cannot try numbers: after twenty a minute there is a pause', async () => {
    const codes: number[] = []
    for (let go = 0; go < 25; go++) codes.push((await look({ ...asked, unique_id: `${go}` })).code)
    expect(codes.at(-1)).toBe(429)
  })
})

describe('what of a message is masked', () => {
  const maskedFrame = maskingOf(protocols.publicWords)

  test.each([
    ['[2,"1","StartTransaction",{"connectorId":1,"idTag":"A1","meterStart":5}]', '"idTag":"•••"', 'A1'],
    ['[2,"1","ChangeConfiguration",{"key":"AuthorizationKey","value":"s3cret"}]', '"value":"•••"', 's3cret'],
    ['[2,"1","GetDiagnostics",{"location":"ftp://me:s3cret@h/"}]', '"location":"•••"', 's3cret'],
    ['[2,"1","UpdateFirmware",{"location":"Body s3cret"}]', '"location":"•••"', 's3cret'],
    ['[2,"1","DataTransfer",{"vendorId":"V","data":"plate s3cret"}]', '"data":"•••"', 's3cret'],
    ['[3,"1",{"idTagInfo":{"status":"Accepted","parentIdTag":"P1"}}]', '"status":"Accepted"', 'P1'],
    [
      '[3,"1",{"configurationKey":[{"key":"AuthorizationKey","value":"s3cret"}]}]',
      '"configurationKey":"•••"',
      's3cret',
    ],
    ['[2,"1","SendLocalList",{"localAuthorizationList":[{"idTag":"A1"}]}]', '"localAuthorizationList":"•••"', 'A1'],
    ['[2,"1","BootNotification",{"chargePointModel":"M","iccid":"8986"}]', '"chargePointModel":"M"', '8986'],
    ['[2,"1","StatusNotification",{"status":"Faulted","info":"call Wang"}]', '"status":"Faulted"', 'Wang'],
    ['[4,"1","InternalError","no card A1",{"stack":"A1"}]', '"InternalError"', 'A1'],
    ['[5,"1","FormatViolation","no card A1",{"stack":"A1"}]', '"FormatViolation"', 'A1'],
    [
      '[2,"1","StatusNotification",{"connectorStatus":"Faulted","evseId":1,"customData":{"vendorId":"Wang"}}]',
      '"connectorStatus":"Faulted","evseId":1',
      'Wang',
    ],
    [
      '[2,"1","BootNotification",{"reason":"PowerUp","chargingStation":{"model":"M","serialNumber":"S1","modem":{"iccid":"8986"}}}]',
      '"chargingStation":{"model":"M"',
      '8986',
    ],
    [
      '[2,"1","TransactionEvent",{"idToken":{"idToken":"A1","type":"ISO14443"},"transactionInfo":{"chargingState":"Charging"}}]',
      '"chargingState":"Charging"',
      'A1',
    ],
    ['[2,"1","SetVariables",{"setVariableData":[{"attributeValue":"s3cret"}]}]', '"setVariableData":"•••"', 's3cret'],
    ['[2,"1","NotifyCustomerInformation",{"data":"Wang","seqNo":0}]', '"data":"•••"', 'Wang'],
    ['[6,"1","NotifyPeriodicEventStream",{"data":[{"v":"s3cret"}]}]', '"data":"•••"', 's3cret'],
  ])('%s', (text, shown, secret) => {
    const told = maskedFrame(text) ?? ''
    expect(told).toContain(shown)
    expect(told).not.toContain(secret)
  })

  test('is all of it where it is no message', () => {
    expect(['{"idTag":"A1"}', '[9,"A1"]', 'A1'].map(maskedFrame)).toEqual([null, null, null])
  })
})
