import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Car, carModels } from '../../src/fleet/car.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { endMaintenance } from '../../src/shared/endpoints/maintenance.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { makeCard, makeCustomer, makeMaintenance, makePile, makeSite, type UserDraft } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Planned maintenance that takes its piles out of service, and puts them back. */

let server: TestServer
const piles: (Pile | ScriptedPile)[] = []
beforeAll(async () => {
  server = await startServer()
})
afterEach(async () => {
  for (const pile of piles.splice(0)) await ('stop' in pile ? pile.stop() : pile.drop())
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const hours = (from: number) => new Date(Date.now() + from * HOUR).toISOString()
const socketUrl = () => `${server.url.replace('http', 'ws')}/ocpp`

/** With two guns. */
async function pileAt(site_id: number, connectors = 2) {
  const made = await makePile(server.db, { site_id, connectors })
  const pile = virtualPile({ url: socketUrl(), station: made.station_number, model: pileModels.dc120 })
  return { ...made, pile }
}
async function connected(pile: Pile): Promise<void> {
  if (!piles.includes(pile)) piles.push(pile)
  pile.start()
  await vi.waitFor(() => expect(pile.online).toBe(true))
}
async function onlineAt(site_id: number) {
  const made = await pileAt(site_id)
  await connected(made.pile)
  return made
}
const begun = (site_id: number, given: object = {}) =>
  makeMaintenance(server.db, {
    ...{ site_id, starts_at: hours(-0.01), ends_at: hours(2), service: 'after_sessions' as const },
    ...given,
  })
const statusOf = (pile: Pile) => pile.connectors.map(({ status }) => status)
const shows = (pile: Pile, ...status: string[]) => vi.waitFor(() => expect(statusOf(pile)).toEqual(status))

type Service = { id: number; service: 'out' | 'back' }
async function campaignsOf(id: number): Promise<Service[]> {
  const { data } = await server.call('POST /system/maintenance/index', { id: [id] })
  return (data as { rows: { campaigns: Service[] }[] }).rows[0]?.campaigns ?? []
}
/** The first that took guns out, or the one of the end. */
async function campaignOf(id: number, which: Service['service']): Promise<number | null> {
  const own = (await campaignsOf(id)).filter(({ service }) => service === which)
  return own.at(which === 'out' ? 0 : -1)?.id ?? null
}
const targetsOf = (campaign_id: number | null) =>
  server.db
    .selectFrom('campaign_target')
    .select(['pile_id', 'connector_number', 'state', 'said'])
    .where('campaign_id', '=', campaign_id)
    .orderBy('id')
    .execute()
/** As soon as it is arranged and over. */
const ended = (id: number, which: Service['service']) =>
  vi.waitFor(async () => {
    const campaign_id = await campaignOf(id, which)
    expect(campaign_id).not.toBeNull()
    const targets = await targetsOf(campaign_id)
    expect(targets.filter(({ state }) => ['pending', 'sent', 'accepted'].includes(state))).toEqual([])
    return targets
  })
const byHand = (id: number, type: 'Operative' | 'Inoperative', connector_number = 0) =>
  server.call(pileCommands.availability, { id, connector_number, type })

test('takes each gun out when it begins, and puts it back when it is cut short', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { pile } = await onlineAt(site_id)
  const { id } = await begun(site_id)
  await shows(pile, 'Unavailable', 'Unavailable')
  expect((await ended(id, 'out')).map(({ state }) => state)).toEqual(['done', 'done'])
  await server.call(endMaintenance, { id })
  await shows(pile, 'Available', 'Available')
  expect((await ended(id, 'back')).map(({ state }) => state)).toEqual(['done', 'done'])
})

test('puts them back at its own end, and piles elsewhere or of other plans are left alone', async () => {
  const { id: site_id } = await makeSite(server.db)
  const [one, other] = [await onlineAt(site_id), await onlineAt(site_id)]
  const only = await begun(site_id, { piles: [one.id] })
  await begun(site_id, { service: 'in_service' })
  await begun(site_id, { starts_at: hours(1) })
  await shows(one.pile, 'Unavailable', 'Unavailable')
  await ended(only.id, 'out')
  await sql`update maintenance set ends_at = now() where id = ${only.id}`.execute(server.db)
  await shows(one.pile, 'Available', 'Available')
  const asked = await server.db.selectFrom('command').select('action').where('pile_id', '=', other.id).execute()
  expect(asked.map(({ action }) => action)).not.toContain('availability')
})

const move = (id: number, site_id: number) =>
  server.db.updateTable('pile').set({ site_id }).where('id', '=', id).execute()

test('a pile that moves there is taken out as well, one that moves away is put back, and once more when it returns', async () => {
  const [{ id: site_id }, { id: elsewhere }] = [await makeSite(server.db), await makeSite(server.db)]
  const [stays, comes] = [await onlineAt(site_id), await onlineAt(elsewhere)]
  const { id } = await begun(site_id)
  await shows(stays.pile, 'Unavailable', 'Unavailable')
  expect(statusOf(comes.pile)).toEqual(['Available', 'Available'])
  await move(comes.id, site_id)
  await shows(comes.pile, 'Unavailable', 'Unavailable')
  await move(comes.id, elsewhere)
  await shows(comes.pile, 'Available', 'Available')
  await move(comes.id, site_id)
  await shows(comes.pile, 'Unavailable', 'Unavailable')
  await move(stays.id, elsewhere)
  await shows(stays.pile, 'Available', 'Available')
  expect(statusOf(comes.pile)).toEqual(['Unavailable', 'Unavailable'])
  await server.call(endMaintenance, { id })
  await shows(comes.pile, 'Available', 'Available')
  // What was put back before is not asked once more.
  const back = await ended(id, 'back')
  expect(new Set(back.map(({ pile_id }) => pile_id))).toEqual(new Set([comes.id]))
  const services = (await campaignsOf(id)).map(({ service }) => service)
  expect(services).toEqual(['out', 'out', 'back', 'out', 'back', 'back'])
})

test('a pile that moves away before it was asked is not asked any more', async () => {
  const [{ id: site_id }, { id: elsewhere }] = [await makeSite(server.db), await makeSite(server.db)]
  const away = await pileAt(site_id)
  const { id } = await begun(site_id)
  await vi.waitFor(async () => expect(await campaignOf(id, 'out')).not.toBeNull())
  await move(away.id, elsewhere)
  await connected(away.pile)
  const targets = await ended(id, 'out')
  expect(targets.map(({ said }) => said)).toEqual(['moved_away', 'moved_away'])
  expect(statusOf(away.pile)).toEqual(['Available', 'Available'])
})

test('a pile that is away is asked when it is back, and not after the end', async () => {
  const { id: site_id } = await makeSite(server.db)
  // One of them never told its guns: it is asked as a whole.
  const [late, tooLate] = [await pileAt(site_id, 0), await pileAt(site_id)]
  const { id } = await begun(site_id)
  await vi.waitFor(async () => expect(await campaignOf(id, 'out')).not.toBeNull())
  await connected(late.pile)
  await shows(late.pile, 'Unavailable', 'Unavailable')
  await late.pile.stop()
  await server.call(endMaintenance, { id })
  await vi.waitFor(async () => expect(await campaignOf(id, 'back')).not.toBeNull())
  const targets = await targetsOf(await campaignOf(id, 'out'))
  expect(new Set(targets.filter(({ pile_id }) => pile_id === tooLate.id).map(({ state }) => state))).toEqual(
    new Set(['cancelled']),
  )
  expect(statusOf(late.pile)).toEqual(['Unavailable', 'Unavailable'])
  await connected(late.pile)
  await shows(late.pile, 'Available', 'Available')
  await connected(tooLate.pile)
  expect(new Set((await ended(id, 'back')).map(({ pile_id }) => pile_id))).toEqual(new Set([late.id]))
  expect(statusOf(tooLate.pile)).toEqual(['Available', 'Available'])
})

/** A pile of which the first gun charges. */
async function charging() {
  const { id: site_id } = await makeSite(server.db)
  const made = await onlineAt(site_id)
  const card = await makeCard(server.db)
  const gun = made.pile.connector(1)
  gun?.plugIn(new Car(carModels[0] as never, 0.3))
  expect(await gun?.swipe(card.number)).toBe('started')
  await vi.waitFor(async () => expect(await ordersAt(made.id)).toMatchObject([{ status: 'generated' }]))
  return { ...made, site_id }
}
const ordersAt = (pile_id: number) =>
  server.db.selectFrom('orders').select('status').where('pile_id', '=', pile_id).execute()
async function askedFor(pile_id: number) {
  const rows = await server.db
    .selectFrom('command')
    .select('action')
    .where('pile_id', '=', pile_id)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ action }) => (['availability', 'stop'].includes(action) ? [action] : []))
}

test('after a running session: that is left alone, and a gun that only promised is put back as well', async () => {
  const { id: pile_id, pile, site_id } = await charging()
  const { id } = await begun(site_id)
  await vi.waitFor(async () => {
    const targets = await targetsOf(await campaignOf(id, 'out'))
    expect(targets).toMatchObject([{ state: 'accepted', said: 'Scheduled' }, { state: 'done' }])
  })
  await server.call(endMaintenance, { id })
  await ended(id, 'back')
  expect(await askedFor(pile_id)).toEqual(Array(4).fill('availability'))
  await pile.connector(1)?.unplug()
  await shows(pile, 'Available', 'Available')
})

test('at once: the session is ended, and the gun goes out of service', async () => {
  const { id: pile_id, pile, site_id } = await charging()
  const { id } = await begun(site_id, { service: 'at_once' })
  await vi.waitFor(async () => expect((await ordersAt(pile_id))[0]?.status).not.toBe('generated'))
  await pile.connector(1)?.unplug()
  await shows(pile, 'Unavailable', 'Unavailable')
  expect((await ended(id, 'out')).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await askedFor(pile_id)).toEqual(['stop', 'availability', 'availability'])
})

test('at once: a session that the pile does not end runs on, and its gun goes out of service after it', async () => {
  const { id: pile_id, pile, site_id } = await charging()
  pile.wrong.answers.set('RemoteStopTransaction', 'Rejected')
  const { id } = await begun(site_id, { service: 'at_once' })
  await vi.waitFor(async () => {
    const targets = await targetsOf(await campaignOf(id, 'out'))
    expect(targets).toMatchObject([{ state: 'accepted', said: 'Scheduled' }, { state: 'done' }])
  })
  expect((await askedFor(pile_id)).filter((action) => action === 'stop')).toHaveLength(1)
})

test('what a pile refuses is said in its word, and it is not put back', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { station_number: station } = await makePile(server.db, { site_id, connectors: 1 })
  const pile = await connectPile({ url: socketUrl(), station })
  piles.push(pile)
  pile.onCall('ChangeAvailability', { status: 'Rejected' })
  const { id } = await begun(site_id)
  expect(await ended(id, 'out')).toMatchObject([{ state: 'refused', said: 'Rejected' }])
  await server.call(endMaintenance, { id })
  await vi.waitFor(async () => {
    const row = await server.db
      .selectFrom('maintenance')
      .select(['back_at', 'back_campaign_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.back_at).not.toBeNull()
    expect(row.back_campaign_id).toBeNull()
  })
})

test('a gun that a person set out of service stays so, before the begin as meanwhile', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_id, pile } = await onlineAt(site_id)
  await byHand(pile_id, 'Inoperative', 1)
  await shows(pile, 'Unavailable', 'Available')
  const first = await begun(site_id)
  expect(await ended(first.id, 'out')).toMatchObject([
    { connector_number: 1, state: 'refused', said: 'out_by_hand' },
    { connector_number: 2, state: 'done' },
  ])
  await server.call(endMaintenance, { id: first.id })
  await ended(first.id, 'back')
  expect(statusOf(pile)).toEqual(['Unavailable', 'Available'])

  await byHand(pile_id, 'Operative', 1)
  await shows(pile, 'Available', 'Available')
  const second = await begun(site_id)
  await ended(second.id, 'out')
  await byHand(pile_id, 'Inoperative')
  await server.call(endMaintenance, { id: second.id })
  expect(await ended(second.id, 'back')).toMatchObject([{ said: 'out_by_hand' }, { said: 'out_by_hand' }])
  expect(statusOf(pile)).toEqual(['Unavailable', 'Unavailable'])
})

test('of two that overlap the later end puts it back', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { pile } = await onlineAt(site_id)
  const [one, other] = [await begun(site_id), await begun(site_id)]
  await ended(one.id, 'out')
  await ended(other.id, 'out')
  await server.call(endMaintenance, { id: one.id })
  expect((await ended(one.id, 'back')).map(({ said }) => said)).toEqual(Array(2).fill('other_maintenance'))
  expect(statusOf(pile)).toEqual(['Unavailable', 'Unavailable'])
  await server.call(endMaintenance, { id: other.id })
  await shows(pile, 'Available', 'Available')
})

test('meanwhile nobody starts or reserves there, until a person puts it back into service to try it', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_id, pile } = await onlineAt(site_id)
  const { id: customer_id } = await makeCustomer(server.db, { balance_cents: 10_000 })
  const start = () => server.call(pileCommands.start, { id: pile_id, connector_number: 1, customer_id })
  const reserve = () =>
    server.call('POST /system/reservation/add', {
      ...{ pile_id, connector_number: 1, customer_id, expires_at: hours(1) },
    })
  const { id } = await begun(site_id)
  await ended(id, 'out')
  expect(await start()).toMatchObject({
    code: 409,
    message: 'Planned maintenance keeps this gun out of service. To try it out, set it in service by hand.',
  })
  expect(await reserve()).toMatchObject({
    code: 422,
    data: { errors: { connector_number: 'Planned maintenance keeps this gun out of service.' } },
  })
  await byHand(pile_id, 'Operative')
  await shows(pile, 'Available', 'Available')
  // What the pile shows is on its way to the server.
  await vi.waitFor(async () => expect((await start()).code).toBe(200))
  expect((await reserve()).message).not.toMatch(/maintenance/)
})

test('who may not command all of its piles plans none that takes them out', async () => {
  const { id: site_id } = await makeSite(server.db)
  await makePile(server.db, { site_id })
  const plans = ['maintenance.create', 'maintenance.list', 'site.list', 'pile.list']
  const person = (more: string[]) =>
    server.signIn({ permissions: [...plans, ...more], data_scope: 'sites', site_ids: [site_id] } satisfies UserDraft)
  const [none, some, all] = await Promise.all([
    person([]),
    person(['pile.availability']),
    person(['pile.availability', 'pile.stop']),
  ])
  const plan = async (as: typeof none, service: string) => {
    const body = { work: 'New contactors', site_id, starts_at: hours(1), ends_at: hours(2), service }
    const { code, data } = await server.call('POST /system/maintenance/create', body, { as })
    return code === 200 ? 'planned' : Object.keys(data.errors).join()
  }
  expect(await plan(none, 'in_service')).toBe('planned')
  expect(await plan(none, 'after_sessions')).toBe('service')
  expect(await plan(some, 'after_sessions')).toBe('planned')
  expect(await plan(some, 'at_once')).toBe('service')
  expect(await plan(all, 'at_once')).toBe('planned')
})
