import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { forgetOldLogs } from '../../src/server/logs/retention.ts'
import { customerReport } from '../../src/shared/endpoints/customer-report.ts'
import { bulkCommands, pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileView } from '../../src/shared/endpoints/piles.ts'
import { protocolLog } from '../../src/shared/endpoints/protocol-log.ts'
import { makeCard, makeCustomer, makePile, makeSite } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** What piles of OCPP 2 keep of a customer: asked for, told in parts, cleared; seen by those who may ask, and in no log (N09, N10). */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const CARD = '04A2B3C4'
const PERSONAL = 'Zhang San, 138 0013 8000, '
const address = () => `${server.url.replace('http', 'ws')}/ocpp`

async function connected(version = 'ocpp2.0.1', answer: string | null = 'Accepted', site_id?: number) {
  const { id, station_number: station } = await makePile(server.db, site_id === undefined ? {} : { site_id })
  const pile = await connectPile({ url: address(), station, protocols: [version] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  if (answer) pile.onCall('CustomerInformation', { status: answer })
  return { pile, id, station }
}

type Wanted = 'report' | 'report_and_clear' | 'clear'
const ask = async (id: number, wanted: Wanted, card_number = CARD) =>
  (await server.call(pileCommands.customer_data, { id, card_number, wanted })).data.command
const part = (pile: ScriptedPile, requestId: number, seqNo: number, data: string, tbc = false) =>
  pile.call('NotifyCustomerInformation', { requestId, seqNo, tbc, data, generatedAt: new Date().toISOString() })
const told = async (id: number, command_id: number) =>
  (await server.call(customerReport, { id, command_id })).data.report
const statusOf = async (id: number) =>
  (await server.db.selectFrom('command').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const becomes = (id: number, status: string) => vi.waitFor(async () => expect(await statusOf(id)).toBe(status))
const as = async (...permissions: string[]) => ({ as: await server.signIn({ permissions }) })

test.each(['ocpp2.0.1', 'ocpp2.1'])(
  'a report comes in parts out of their order, and is whole with the last: %s',
  async (version) => {
    const { pile, id } = await connected(version)
    const command = await ask(id, 'report')
    expect(command).toMatchObject({ status: 'accepted', action: 'customer_data', progress: 'Reports' })
    expect(await pile.nextCall('CustomerInformation')).toEqual({
      ...{ requestId: command.id, report: true, clear: false, idToken: { idToken: CARD, type: 'ISO14443' } },
    })
    expect(await told(id, command.id)).toBeNull()
    await part(pile, command.id, 1, 'charged twice')
    expect(await told(id, command.id)).toMatchObject({ text: '\n[…]\ncharged twice', is_whole: false, is_cut: false })
    expect(await statusOf(command.id)).toBe('accepted')
    await part(pile, command.id, 0, PERSONAL, true)
    await becomes(command.id, 'done')
    // It comes twice where our answer was lost.
    await part(pile, command.id, 1, 'charged twice')
    expect(await told(id, command.id)).toMatchObject({ text: `${PERSONAL}charged twice`, is_whole: true })
  },
)

test('one that only forgets says so in one message', async () => {
  const { pile, id } = await connected()
  const command = await ask(id, 'clear', 'CUSTOMER-12')
  expect(await pile.nextCall('CustomerInformation')).toEqual({
    ...{ requestId: command.id, report: false, clear: true, idToken: { idToken: 'CUSTOMER-12', type: 'Central' } },
  })
  await part(pile, command.id, 0, '')
  await becomes(command.id, 'done')
  expect(await told(id, command.id)).toMatchObject({ text: '', is_whole: true })
})

test('a report that comes before the answer counts as well', async () => {
  const { pile, id } = await connected('ocpp2.0.1', null)
  pile.onCall('CustomerInformation', async ({ requestId }) => {
    await part(pile, requestId as number, 0, PERSONAL)
    return { status: 'Accepted' }
  })
  expect(await ask(id, 'report_and_clear')).toMatchObject({ status: 'done' })
})

test.each(['Rejected', 'Invalid'])(
  'a pile that answers %s refused, and what it says all the same is not kept',
  async (word) => {
    const { pile, id } = await connected('ocpp2.0.1', word)
    const command = await ask(id, 'report')
    expect(command.status).toBe('refused')
    await part(pile, command.id, 0, PERSONAL)
    expect(await told(id, command.id)).toBeNull()
  },
)

test('what nobody asked this pile for is answered and not kept', async () => {
  const { pile, id } = await connected()
  const other = await connected()
  const command = await ask(id, 'report')
  await part(other.pile, command.id, 0, PERSONAL)
  await part(pile, 9_007_199_254_740_000, 0, PERSONAL)
  await part(pile, command.id, -1, PERSONAL)
  await part(pile, command.id, 2_000_000_000, PERSONAL)
  expect(await server.db.selectFrom('customer_report_part').where('command_id', '=', command.id).execute()).toEqual([])
  expect(await statusOf(command.id)).toBe('accepted')
})

test('of a report that is too long the beginning is kept', async () => {
  const { pile, id } = await connected()
  const { id: command } = await ask(id, 'report')
  const text = 'a\u0000'.padEnd(501, 'b')
  for (let seqNo = 0; seqNo <= 131; seqNo++) await part(pile, command, seqNo, text, seqNo < 131)
  await becomes(command, 'done')
  const report = await told(id, command)
  expect([report?.text.length, report?.is_cut, report?.is_whole]).toEqual([65_536, true, true])
})

test('asking and seeing need the permission, and the pile has to be within reach', async () => {
  const { pile, id } = await connected()
  const { id: command_id } = await ask(id, 'report')
  await part(pile, command_id, 0, PERSONAL)
  const others = await as('pile.list', 'command.list', 'pile.clear_cards', 'frame.list', 'pile.call')
  const said = { id, card_number: CARD, wanted: 'clear' as const }
  expect((await server.call(customerReport, { id, command_id }, others)).code).toBe(403)
  expect((await server.call(pileCommands.customer_data, said, others)).code).toBe(403)
  const may = await as('pile.customer_data')
  expect((await server.call(customerReport, { id, command_id }, may)).data.report?.text).toBe(PERSONAL)
  // A command of another pile is not found by the one that is reached.
  const { id: elsewhere } = await makePile(server.db)
  expect((await server.call(customerReport, { id: elsewhere, command_id }, may)).data.report).toBeNull()
})

test('a report about a customer of others is not shown by the pile alone; who reads one is in the log once', async () => {
  const { id: merchant_id } = await server.db
    .insertInto('merchant')
    .values({ name: 'Harbour', status: 'enabled' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [customer, foreign] = [await makeCustomer(server.db, { merchant_id }), await makeCard(server.db)]
  const theirs = await makeCard(server.db, { customer_id: customer.id })
  const { pile, id } = await connected()
  await server.db.updateTable('pile').set({ merchant_id }).where('id', '=', id).execute()
  const limited = await server.signIn({
    ...{ permissions: ['pile.customer_data'], data_scope: 'merchants', merchant_ids: [merchant_id] },
  })
  const read = async (command_id: number) => server.call(customerReport, { id, command_id }, { as: limited })
  const [seen, hidden] = [await ask(id, 'report', theirs.number), await ask(id, 'report', foreign.number)]
  for (const { id: command } of [seen, hidden]) await part(pile, command, 0, PERSONAL)
  expect((await read(hidden.id)).code).toBe(403)
  for (let times = 0; times < 2; times++) expect((await read(seen.id)).data.report?.text).toBe(PERSONAL)
  const readings = server.db.selectFrom('audit_entry').select(['entity_id', 'after'])
  expect(await readings.where('action', '=', 'read_report').where('entity_id', '=', id).execute()).toEqual([
    { entity_id: id, after: { command_id: seen.id, card_number: theirs.number } },
  ])
})

test('a card is needed, and one of others is refused at its field', async () => {
  const site = await makeSite(server.db)
  const { pile, id } = await connected('ocpp2.0.1', 'Accepted', site.id)
  const card = await makeCard(server.db)
  const permissions = ['pile.customer_data']
  const limited = { as: await server.signIn({ permissions, data_scope: 'sites', site_ids: [site.id] }) }
  for (const [card_number, options] of [
    [' ', {}],
    ['4'.repeat(37), {}],
    [card.number, limited],
  ] as const) {
    const { code, data } = await server.call(pileCommands.customer_data, { id, card_number, wanted: 'clear' }, options)
    expect([code, Object.keys((data as unknown as { errors: object }).errors)]).toEqual([422, ['card_number']])
  }
  expect(pile.received).toEqual([])
})

test('the text stands in no log, also where it is said wrongly', async () => {
  const { pile, id, station } = await connected()
  const { id: requestId } = await ask(id, 'report')
  await part(pile, requestId, 0, PERSONAL)
  const generatedAt = new Date().toISOString()
  const wrong = { requestId, seqNo: 0, generatedAt, data: PERSONAL.padEnd(600, 'x'), customData: { note: PERSONAL } }
  await expect(pile.call('NotifyCustomerInformation', wrong)).rejects.toThrow()
  await expect(pile.call('NotifyCustomerInformation', { data: [PERSONAL] })).rejects.toThrow()
  await expect(pile.call('notifycustomerinformation', { text: PERSONAL })).rejects.toThrow()
  await pile.call('Heartbeat')
  const { rows } = await vi.waitFor(async () => {
    const { data } = await server.call(protocolLog, { station_number: station, page_size: 50 })
    expect(data.rows[0]?.command).toBe('Heartbeat')
    return data
  })
  expect(rows.filter(({ direction, command }) => direction === 'in' && /customer/i.test(command ?? ''))).toHaveLength(5)
  expect(JSON.stringify(rows)).toContain('***')
  for (const table of ['frame', 'command', 'pile_flag', 'audit_entry'] as const)
    expect(JSON.stringify(await server.db.selectFrom(table).selectAll().execute())).not.toContain('Zhang San')
})

test('it goes with its command, and after 30 days', async () => {
  const { pile, id } = await connected()
  const [first, second] = [await ask(id, 'report'), await ask(id, 'report')]
  for (const { id: command } of [first, second]) await part(pile, command, 0, PERSONAL)
  const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await server.db.updateTable('customer_report_part').set({ told_at: old }).where('command_id', '=', first.id).execute()
  await forgetOldLogs(server.db)
  expect([await told(id, first.id), (await told(id, second.id))?.text]).toEqual([null, PERSONAL])
  await server.db.deleteFrom('command').where('id', '=', second.id).execute()
  const left = server.db.selectFrom('customer_report_part').where('command_id', '=', second.id)
  expect(await left.execute()).toEqual([])
})

test('piles of 1.6 are not offered it; many are asked at once', async () => {
  const { id } = await connected()
  const old = await makePile(server.db)
  open.push(await connectPile({ url: address(), station: old.station_number }))
  expect((await server.call(pileView, { id })).data.commands).toContain('customer_data')
  expect((await server.call(pileView, { id: old.id })).data.commands).not.toContain('customer_data')
  const bulk = bulkCommands.get('customer_data') ?? expect.fail()
  const said = { ids: [id], card_number: CARD, wanted: 'clear' }
  expect((await server.call(bulk, said as never)).data).toMatchObject({ piles: 1, not_connected: 0 })
  await vi.waitFor(async () => {
    const sent = server.db.selectFrom('command').select('status').where('pile_id', '=', id)
    expect((await sent.execute()).map(({ status }) => status)).toEqual(['accepted'])
  })
})
