import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../src/fleet/frame.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { customerTag } from '../../src/shared/domain/customer-tag.ts'
import { customerReport } from '../../src/shared/endpoints/customer-report.ts'
import { callExamples, callForm, callPile } from '../../src/shared/endpoints/piles.ts'
import { makeCard, makeCustomer, makePile, makeSite } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

/** Calls that an engineer writes to piles of OCPP 2: sent under the same safeguards as those of 1.6, and with what follows of them. */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const now = () => new Date().toISOString()
const PASSWORD = 'Nobody-guesses-this-1'
const variable = (component: string, name: string, attributeValue: string) => ({
  ...{ component: { name: component }, variable: { name }, attributeValue },
})
const took = (component: string, name: string, attributeStatus = 'Accepted') => ({
  ...{ component: { name: component }, variable: { name }, attributeStatus },
})
const command = (id: number) =>
  server.db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const idOf = ({ data }: { data: { command: object | null } }) => (data.command as { id: number }).id
const becomes = (id: number, wanted: object) =>
  vi.waitFor(async () => expect(await command(id)).toMatchObject(wanted), 5_000)

describe.each(['ocpp2.0.1', 'ocpp2.1'])('to a pile of %s', (version) => {
  async function connected(given: Parameters<typeof makePile>[1] = {}) {
    const { id, station_number: station } = await makePile(server.db, given)
    const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, protocols: [version] })
    open.push(pile)
    await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
    const call = (action: string, payload: object, options: { as?: SignedIn; sure?: boolean } = {}) => {
      const { as = server.administrator, sure } = options
      const asked = { station_number: station, action, payload, ...(sure && { sure }) }
      return server.call(callPile, asked as never, { as })
    }
    const event = (eventType: string, seqNo: number, transactionInfo: object, more: object = {}) =>
      pile.call('TransactionEvent', {
        ...{ eventType, timestamp: now(), triggerReason: 'RemoteStart', seqNo, evse: { id: 1, connectorId: 1 } },
        ...{ transactionInfo: { chargingState: 'Charging', ...transactionInfo }, ...more },
      })
    return { pile, id, station, call, event }
  }
  const card = (idToken: string) => ({ idToken: { idToken, type: 'ISO14443' } })

  test('the calls and their fields are those of its version, also while it is away', async () => {
    const { pile, id, call } = await connected()
    const actions = async () => Object.keys((await server.call(callExamples, { id })).data.calls)
    expect((await actions())[0]).toBe('GetVariables')
    expect((await actions()).includes('UsePriorityCharging')).toBe(version === 'ocpp2.1')
    const form = async () => (await server.call(callForm, { id, action: 'Reset' })).data.form
    expect(await form()).toMatchObject({
      kind: 'object',
      fields: [{ name: 'type', required: true }, { name: 'evseId' }],
    })
    await pile.close()
    const away = server.db.selectFrom('pile').select('state').where('id', '=', id)
    await vi.waitFor(async () => expect(await away.executeTakeFirst()).toEqual({ state: 'offline' }))
    expect((await actions())[0]).toBe('GetVariables')
    const answer = await call('SetVariables', {
      setVariableData: [variable('SecurityCtrlr', 'BasicAuthPassword', PASSWORD)],
    })
    expect(answer.data).toMatchObject({ error: { code: 'NotConnected' }, command: { call: 'SetVariables' } })
    expect(JSON.stringify(await command(idOf(answer)))).not.toContain(PASSWORD)
  })

  const ASKED = '{"requestId":5,"chargingProfile":{}}'

  test('a question is asked, answered, kept and in the log of changes', async () => {
    const { pile, id, call } = await connected()
    pile.onCall('GetChargingProfiles', { status: 'NoProfiles' })
    const { data } = await call('GetChargingProfiles', { requestId: 5, chargingProfile: {} })
    expect(await pile.nextCall('GetChargingProfiles')).toEqual({ requestId: 5, chargingProfile: {} })
    expect(data).toMatchObject({
      ...{ answer: { status: 'NoProfiles' }, error: null },
      command: { action: 'other', call: 'GetChargingProfiles', payload: ASKED, status: 'done' },
    })
    const logged = server.db.selectFrom('audit_entry').select(['action', 'after']).where('entity', '=', 'pile')
    expect(await logged.where('entity_id', '=', id).where('action', '=', 'call').execute()).toEqual([
      { action: 'call', after: { action: 'GetChargingProfiles', payload: ASKED } },
    ])
  })

  test('the pile’s error is shown', async () => {
    const { call } = await connected()
    const { data } = await call('ClearCache', {})
    expect(data).toMatchObject({ answer: null, error: { code: 'NotImplemented' }, command: { status: 'refused' } })
  })

  test.each([
    ['Reset', { type: 'Gentle' }, 'payload', '/type'],
    ['UnlockConnector', { evseId: 0, connectorId: 1 }, 'payload', '/evseId'],
    ['Heartbeat', {}, 'action', 'Heartbeat'],
    ['ChangeConfiguration', { key: 'A', value: 'B' }, 'action', 'ChangeConfiguration'],
  ])('%s with %j is refused at its field before it is sent', async (action, payload, field, flaw) => {
    const { pile, call } = await connected()
    expect(await call(action, payload)).toMatchObject({
      ...{ code: 422, data: { errors: { [field]: expect.stringContaining(flaw) } } },
    })
    expect(pile.received).toEqual([])
  })

  test('it needs its permission', async () => {
    const { pile, call } = await connected()
    const as = await server.signIn({ permissions: ['pile.list', 'pile.reset'] })
    expect((await call('ClearCache', {}, { as })).code).toBe(403)
    expect(pile.received).toEqual([])
  })

  test('a start bears its command’s number, and its session is that customer’s', async () => {
    const { pile, id: pile_id, call, event } = await connected()
    const { id: customer_id } = await makeCustomer(server.db, { balance_cents: 10_000 })
    const { number } = await makeCard(server.db, { customer_id })
    pile.onCall('RequestStartTransaction', { status: 'Accepted' })
    const id = idOf(await call('RequestStartTransaction', { remoteStartId: 1, evseId: 1, ...card(number) }))
    expect((await pile.nextCall('RequestStartTransaction')).remoteStartId).toBe(id)
    expect(await command(id)).toMatchObject({ action: 'start', connector_number: 1, status: 'accepted' })
    expect(JSON.parse((await command(id)).payload).remoteStartId).toBe(id)
    await event('Started', 0, { transactionId: 'by-hand', remoteStartId: id }, card(number))
    await becomes(id, { status: 'done' })
    const order = server.db.selectFrom('orders').select(['customer_id', 'command_id']).where('pile_id', '=', pile_id)
    expect(await order.execute()).toEqual([{ customer_id, command_id: id }])
  })

  test('a stop by the pile’s own name is done when that session ends; of an unknown one nothing is awaited', async () => {
    const { pile, id: pile_id, call, event } = await connected()
    await event('Started', 0, { transactionId: 'its-own' })
    pile.onCall('RequestStopTransaction', { status: 'Accepted' })
    const id = idOf(await call('RequestStopTransaction', { transactionId: 'its-own' }))
    expect(await pile.nextCall('RequestStopTransaction')).toEqual({ transactionId: 'its-own' })
    const { transaction_id } = await server.db
      .selectFrom('orders')
      .select('transaction_id')
      .where('pile_id', '=', pile_id)
      .executeTakeFirstOrThrow()
    const intent = { ask: 'stop', transaction_id: String(transaction_id) }
    expect(await command(id)).toMatchObject({ action: 'stop', status: 'accepted', intent: JSON.stringify(intent) })
    await event('Ended', 1, { transactionId: 'its-own', chargingState: 'Idle' })
    await becomes(id, { status: 'done' })
    const unknown = idOf(await call('RequestStopTransaction', { transactionId: 'nobody-s' }))
    expect(await command(unknown)).toMatchObject({ action: 'other', status: 'done' })
  })

  test('a restart is done when the pile starts; one of an EVSE with its answer', async () => {
    const { pile, call } = await connected()
    pile.onCall('Reset', { status: 'Accepted' })
    const whole = idOf(await call('Reset', { type: 'Immediate' }))
    expect(await command(whole)).toMatchObject({ action: 'reset', status: 'accepted' })
    await pile.call('BootNotification', { reason: 'RemoteReset', chargingStation: { vendorName: 'V', model: 'V2' } })
    await becomes(whole, { status: 'done' })
    expect(await command(idOf(await call('Reset', { type: 'OnIdle', evseId: 1 })))).toMatchObject({
      ...{ action: 'reset_gun', connector_number: 1, status: 'done' },
    })
  })

  test('a gun is out of service when the pile says so', async () => {
    const { pile, call } = await connected()
    const status = (connectorStatus: string) =>
      pile.call('StatusNotification', { timestamp: now(), connectorStatus, evseId: 1, connectorId: 1 })
    await status('Available')
    pile.onCall('ChangeAvailability', { status: 'Accepted' })
    const id = idOf(
      await call('ChangeAvailability', { operationalStatus: 'Inoperative', evse: { id: 1, connectorId: 1 } }),
    )
    expect(await command(id)).toMatchObject({ action: 'availability', connector_number: 1, status: 'accepted' })
    await status('Unavailable')
    await becomes(id, { status: 'done' })
  })

  test('a card list is the pile’s list from then on', async () => {
    const { pile, id: pile_id, call } = await connected()
    pile.onCall('SendLocalList', { status: 'Accepted' })
    const entries = [
      { ...card('04AAAAAA'), idTokenInfo: { status: 'Accepted' } },
      { ...card('04BBBBBB'), idTokenInfo: { status: 'NoCredit' } },
    ]
    await call('SendLocalList', { versionNumber: 3, updateType: 'Full', localAuthorizationList: entries })
    const kept = server.db.selectFrom('local_list_entry').select(['tag', 'status', 'by_console'])
    expect(await kept.where('pile_id', '=', pile_id).orderBy('tag').execute()).toEqual([
      { tag: '04AAAAAA', status: 'Accepted', by_console: false },
      { tag: '04BBBBBB', status: 'Invalid', by_console: false },
    ])
  })

  const connection = (more: object = {}) => ({
    configurationSlot: 1,
    connectionData: {
      ...{ ocppVersion: 'OCPP20', ocppTransport: 'JSON', ocppCsmsUrl: 'wss://csms.example', messageTimeout: 30 },
      ...{ securityProfile: 2, ocppInterface: 'Wireless0', ...more },
    },
  })
  const vpn = { server: 'v.example', user: 'pile', password: 'vpn-password-1', key: 'vpn-key-of-it-1', type: 'IKEv2' }
  const apn = { apn: 'iot', apnPassword: 'apn-password-1', apnAuthentication: 'PAP', simPin: 31415926 }
  const settings = [
    variable('NetworkConfiguration', 'ApnPassword', apn.apnPassword),
    variable('NetworkConfiguration', 'VpnKey', vpn.key),
  ]

  test.each<[string, object, object, string[]]>([
    [
      'SetVariables',
      { setVariableData: [variable('SecurityCtrlr', 'BasicAuthPassword', PASSWORD)] },
      { setVariableResult: [took('SecurityCtrlr', 'BasicAuthPassword')] },
      [PASSWORD],
    ],
    [
      'SetVariables',
      { setVariableData: [variable('OCPPCommCtrlr', 'HeartbeatInterval', '300'), ...settings] },
      { setVariableResult: [took('OCPPCommCtrlr', 'HeartbeatInterval')] },
      [apn.apnPassword, vpn.key],
    ],
    ['SetNetworkProfile', connection({ vpn, apn }), { status: 'Rejected' }, [vpn.password, vpn.key, apn.apnPassword]],
    ...(version === 'ocpp2.1'
      ? [
          ['SetNetworkProfile', connection({ basicAuthPassword: PASSWORD }), { status: 'Accepted' }, [PASSWORD]] as [
            string,
            object,
            object,
            string[],
          ],
        ]
      : []),
  ])('of %s no secret is left behind, also where the pile quotes it: %#', async (action, payload, answer, secrets) => {
    const { pile, id, station, call } = await connected()
    pile.onCall(action, { ...answer, customData: { vendorId: `heard ${secrets.join(' ')}` } })
    const first = await call(action, payload, { sure: true })
    expect(await pile.nextCall(action)).toEqual(payload)
    pile.onCall(action, () => {
      throw new CallError('GenericError', `no: ${secrets.join(' ')}`)
    })
    await call(action, payload, { sure: true })
    await pile.call('DataTransfer', { vendorId: 'v', data: `quoted ${secrets.join(' ')}` })
    const kept = () =>
      server.pool.query(
        `select (select string_agg(payload || coalesce(intent, '') || coalesce(answer, ''), '') from command where pile_id = $1) as commands,
          (select string_agg(content || coalesce(answer, ''), '') from frame where station_number = $2) as frames,
          (select string_agg(coalesce(after::text, ''), '') from audit_entry) as audits`,
        [id, station],
      )
    await vi.waitFor(async () => expect((await kept()).rows[0].frames).toContain('DataTransfer'))
    const [row] = (await kept()).rows
    for (const text of [row.frames, row.commands]) expect(text).toContain('***')
    expect(row.frames).toContain(action)
    expect(row.audits).toContain(action)
    for (const secret of [...secrets, String(apn.simPin)])
      for (const text of Object.values(row)) expect(text).not.toContain(secret)
    if (secrets.includes(PASSWORD)) {
      expect(await command(idOf(first))).toMatchObject({ action: 'set_password' })
      const taken = server.db.selectFrom('pile_new_password').select('state').where('pile_id', '=', id)
      expect(await taken.execute()).toEqual([{ state: 'accepted' }])
    }
  })

  test.each(['x', '0123456789abcdef', 'aaaaaaaaaaaaaaaaaaaaaaaa'])(
    'no password is given that is guessed: %s',
    async (value) => {
      const { pile, call } = await connected()
      const data = [variable('securityctrlr', 'BASICAUTHPASSWORD', value)]
      expect(await call('SetVariables', { setVariableData: data })).toMatchObject({
        ...{ code: 422, data: { errors: { payload: expect.any(String) } } },
      })
      expect(pile.received).toEqual([])
    },
  )

  test.each<[string, object, RegExp]>([
    [
      'SetVariables',
      { setVariableData: [variable('A', 'B', '1'), variable('SecurityCtrlr', 'SecurityProfile', '2')] },
      /Raise/,
    ],
    [
      'SetVariables',
      { setVariableData: [variable('A', 'B', '1'), variable('SecurityCtrlr', 'Identity', 'x')] },
      /Identity/,
    ],
    ['SetNetworkProfile', connection(), /NetworkConfiguration\[1\]/],
    ['CostUpdated', { totalCost: 1, transactionId: 'a' }, /price/],
  ])('%s %j goes out to those who are sure of it', async (action, payload, said) => {
    const { pile, call } = await connected()
    pile.onCall(action, action === 'SetVariables' ? { setVariableResult: [took('A', 'B')] } : {})
    expect(await call(action, payload)).toMatchObject({
      ...{ code: 422, data: { errors: { sure: expect.stringMatching(said) } } },
    })
    expect(pile.received).toEqual([])
    expect((await call(action, payload, { sure: true })).code).toBe(200)
    expect(await pile.nextCall(action)).toEqual(payload)
  })

  test.each(['Accepted', 'Rejected'])('what it took of several settings it is asked for: %s', async (other) => {
    const { pile, id: pile_id, call } = await connected()
    pile.onCall('SetVariables', { setVariableResult: [took('A', 'B'), took('A', 'C', other)] })
    pile.onCall('GetVariables', {
      getVariableResult: [
        { ...took('A', 'B'), attributeValue: '1' },
        { ...took('A', 'C'), attributeValue: '0' },
      ],
    })
    const sent = await call('SetVariables', { setVariableData: [variable('A', 'B', '1'), variable('A', 'C', '2')] })
    expect(await command(idOf(sent))).toMatchObject({
      action: 'configure_all',
      status: other === 'Accepted' ? 'done' : 'refused',
    })
    expect(await pile.nextCall('GetVariables')).toMatchObject({
      getVariableData: [{ variable: { name: 'B' } }, { variable: { name: 'C' } }],
    })
    const kept = server.db.selectFrom('pile_setting').select(['key', 'value']).where('pile_id', '=', pile_id)
    await vi.waitFor(async () =>
      expect(await kept.orderBy('key').execute()).toEqual([
        { key: 'A/B', value: '1' },
        { key: 'A/C', value: '0' },
      ]),
    )
  })

  const monitor = (name: string) => ({
    ...{ component: { name: 'EVSE' }, variable: { name }, value: 5, type: 'UpperThreshold', severity: 4 },
  })
  const watched = (name: string, id: number, status: string) => ({
    ...{ id, status, type: 'UpperThreshold', severity: 4, component: { name: 'EVSE' }, variable: { name } },
  })

  test('one monitor is kept by its answer; of several the pile is asked what it watches', async () => {
    const { pile, id: pile_id, call } = await connected()
    const kept = () =>
      server.db.selectFrom('pile_monitor').select(['number', 'variable']).where('pile_id', '=', pile_id).execute()
    pile.onCall('SetVariableMonitoring', { setMonitoringResult: [watched('Power', 1, 'Accepted')] })
    await call('SetVariableMonitoring', { setMonitoringData: [monitor('Power')] })
    expect(await kept()).toEqual([{ number: 1, variable: 'Power' }])
    const results = [watched('Current', 2, 'Accepted'), watched('Voltage', 3, 'Rejected')]
    pile.onCall('SetVariableMonitoring', { setMonitoringResult: results })
    pile.onCall('GetMonitoringReport', { status: 'Accepted' })
    const id = idOf(
      await call('SetVariableMonitoring', { setMonitoringData: [monitor('Current'), monitor('Voltage')] }),
    )
    expect(await command(id)).toMatchObject({ action: 'other', status: 'refused' })
    expect(await pile.nextCall('GetMonitoringReport')).toEqual({ requestId: expect.any(Number) })
  })

  test('the roots that it names are those that it holds', async () => {
    const { pile, id: pile_id, call } = await connected()
    const certificateHashData = {
      ...{ hashAlgorithm: 'SHA256', issuerNameHash: 'AA', issuerKeyHash: 'BB', serialNumber: '0C' },
    }
    const certificateHashDataChain = [{ certificateType: 'CSMSRootCertificate', certificateHashData }]
    pile.onCall('GetInstalledCertificateIds', { status: 'Accepted', certificateHashDataChain })
    const asked = { certificateType: ['CSMSRootCertificate'] }
    const roots = () =>
      server.db.selectFrom('pile_root').select(['use', 'serial_number']).where('pile_id', '=', pile_id).execute()
    expect(await command(idOf(await call('GetInstalledCertificateIds', asked)))).toMatchObject({
      action: 'list_certificates',
    })
    expect(await roots()).toEqual([{ use: 'central', serial_number: 'c' }])
    pile.onCall('GetInstalledCertificateIds', { status: 'NotFound' })
    await call('GetInstalledCertificateIds', asked)
    expect(await roots()).toEqual([])
  })

  test('reports that are asked for by hand are known by their command', async () => {
    const { pile, call } = await connected()
    pile.onCall('GetBaseReport', { status: 'Accepted' })
    const id = idOf(await call('GetBaseReport', { requestId: 1, reportBase: 'FullInventory' }))
    expect(await command(id)).toMatchObject({ action: 'read_settings', status: 'accepted' })
    const reportData = [{ component: { name: 'A' }, variable: { name: 'B' }, variableAttribute: [{ value: '1' }] }]
    await pile.call('NotifyReport', { requestId: id, generatedAt: now(), seqNo: 0, reportData })
    await becomes(id, { status: 'done' })
    pile.onCall('CustomerInformation', { status: 'Accepted' })
    const asked = { requestId: 1, report: true, clear: false, ...card('04A2B3C4') }
    const sent = await call('CustomerInformation', asked)
    const request = idOf(sent)
    expect((await pile.nextCall('CustomerInformation')).requestId).toBe(request)
    await pile.call('NotifyCustomerInformation', { requestId: request, seqNo: 0, data: 'twice', generatedAt: now() })
    await becomes(request, { action: 'customer_data', status: 'done' })
    const { pile_id } = await command(request)
    const { report } = (await server.call(customerReport, { id: pile_id, command_id: request })).data
    expect(report).toMatchObject({ text: 'twice', is_whole: true })
  })

  describe('of someone who reaches one site', () => {
    async function rig() {
      const { id: site_id } = await makeSite(server.db)
      const here = await connected({ site_id })
      const as = await server.signIn({ permissions: ['pile.call'], data_scope: 'sites', site_ids: [site_id] })
      return { ...here, as }
    }
    const start = { remoteStartId: 1, evseId: 1 }
    const reserve = { id: 1, expiryDateTime: '2030-01-01T00:00:00Z' }
    const list = (entry: object) => ({ versionNumber: 1, updateType: 'Full', localAuthorizationList: [entry] })
    const good = { idTokenInfo: { status: 'Accepted' } }
    const ask = { requestId: 1, report: true, clear: true }
    const set = (...setVariableData: object[]) => ({ setVariableData })

    test.each<[string, (tag: string) => object]>([
      ['RequestStartTransaction', (tag) => ({ ...start, ...card(tag) })],
      ['RequestStartTransaction', (tag) => ({ ...start, ...card(tag), groupIdToken: card(tag).idToken })],
      ['ReserveNow', (tag) => ({ ...reserve, ...card(tag) })],
      ['SendLocalList', (tag) => list({ ...card(tag), ...good })],
      ['CustomerInformation', (tag) => ({ ...ask, ...card(tag) })],
      ['CustomerInformation', (customerIdentifier) => ({ ...ask, customerIdentifier })],
      ['DataTransfer', (data) => ({ vendorId: 'v', data })],
      ['Reset', (card_no) => ({ type: 'OnIdle', customData: { vendorId: 'v', card_no } })],
      ['DataTransfer', (card_no) => ({ vendorId: 'v', data: { begin: { card_no } } })],
      ['SetVariables', (tag) => set(variable('A', 'B', '1'), variable('FreeVend', 'FreeVendIdTag', tag))],
      ['SetVariables', (tag) => set(variable('AuthCtrlr', 'MasterPassGroupId', tag))],
    ])('%s names no card or customer of others: %#', async (action, payload) => {
      const { pile, call, as } = await rig()
      const stranger = await makeCustomer(server.db)
      const { number } = await makeCard(server.db, { customer_id: stranger.id })
      for (const tag of [number, number.toLowerCase(), '20410987', customerTag(stranger.id)])
        expect(await call(action, payload(tag), { as }), tag).toMatchObject({
          ...{
            code: 422,
            data: { errors: { payload: expect.stringMatching(/ is no card and no customer of yours\.$/) } },
          },
        })
      expect(pile.received).toEqual([])
    })

    test('a customer’s certificate is nobody’s', async () => {
      const { call, as } = await rig()
      const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: '17' }
      expect((await call('CustomerInformation', { ...ask, customerCertificate: hash }, { as })).code).toBe(422)
    })

    test('one’s own card goes out', async () => {
      const { pile, call, as } = await rig()
      const mine = await makeCustomer(server.db, { created_by: as.id, balance_cents: 100 })
      const { number } = await makeCard(server.db, { customer_id: mine.id })
      pile.onCall('RequestStartTransaction', { status: 'Rejected' })
      expect((await call('RequestStartTransaction', { ...start, ...card(number) }, { as })).code).toBe(200)
    })

    test('a transaction is the pile’s own, by its name or by our number', async () => {
      const { pile, id: pile_id, call, event, as } = await rig()
      const other = await connected()
      await event('Started', 0, { transactionId: 'here' })
      await event('Updated', 3, { transactionId: 'begins-later' })
      await other.event('Started', 0, { transactionId: 'there' })
      pile.onCall('GetTransactionStatus', { messagesInQueue: false })
      const order = server.db.selectFrom('orders').select('transaction_id')
      const ours = await order.where('pile_id', '=', pile_id).executeTakeFirstOrThrow()
      const theirs = await order.where('pile_id', '=', other.id).executeTakeFirstOrThrow()
      const code = async (transactionId: string) => (await call('GetTransactionStatus', { transactionId }, { as })).code
      const codes = [await code('here'), await code('begins-later'), await code(String(ours.transaction_id))]
      expect(codes).toEqual([200, 200, 200])
      expect([await code('there'), await code(String(theirs.transaction_id)), await code('nowhere')]).toEqual([
        422, 422, 422,
      ])
    })

    test('a pile out of reach is none', async () => {
      const { as } = await rig()
      const other = await connected()
      expect((await other.call('ClearCache', {}, { as })).code).toBe(404)
      expect(other.pile.received).toEqual([])
    })
  })
})
