import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign, retryCampaign } from '../../src/shared/endpoints/campaigns.ts'
import { bulkCommands } from '../../src/shared/endpoints/pile-commands.ts'
import type { Language } from '../../src/shared/kit/languages.ts'
import { makeCard, makeCustomer, makePile, makeSite } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const sockets = droppedPiles<ScriptedPile>()
const clearCards = bulkCommands.get('clear_cards') ?? expect.fail('clear_cards')
const reset = bulkCommands.get('reset') ?? expect.fail('reset')

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function connect(station: string) {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  sockets.push(pile)
  return pile
}

async function connected(more: object = {}) {
  const { id, station_number: station } = await makePile(server.db, more)
  return { id, station, pile: await connect(station) }
}

const start = async (ids: number[], rules: object = {}) =>
  (await server.call(clearCards, { ids, ...rules })).data.campaign.id

const targets = (id: number) =>
  server.db
    .selectFrom('campaign_target')
    .select(['pile_id', 'state', 'waits_for', 'said', 'tries'])
    .where('campaign_id', '=', id)
    .orderBy('id')
    .execute()

const stateOf = async (id: number) =>
  (await server.db.selectFrom('campaign').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

const becomes = (id: number, states: string[]) =>
  vi.waitFor(async () => expect((await targets(id)).map(({ state }) => state)).toEqual(states))

/** How many are in which state, whichever of them was quickest. */
const states = async (id: number) => {
  const counts: Record<string, number> = {}
  for (const { state } of await targets(id)) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

const setTo = (db: typeof server.db, id: number, state: 'refused' | 'pending') =>
  db.updateTable('campaign_target').set({ state }).where('campaign_id', '=', id).execute()

const waitsForLocks = async (expected: boolean) => {
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const isSo = async () => expect(((await waiting.execute(server.db)).rows[0]?.n ?? 0) > 0).toBe(expected)
  await vi.waitFor(isSo)
}

/** A person has a campaign in hand; the server has read it as it was before and is about to change it; then the person is done. */
async function meanwhile(
  id: number,
  of: { server: () => Promise<unknown>; person: (db: typeof server.db) => Promise<unknown> },
) {
  const person = await server.db.startTransaction().execute()
  await person.selectFrom('campaign').select('id').where('id', '=', id).forUpdate().execute()
  await of.server()
  await waitsForLocks(true)
  await of.person(person)
  await person.commit().execute()
  await waitsForLocks(false)
}

/** What waits for a moment waits no longer. */
const dueNow = (id: number) =>
  server.db
    .updateTable('campaign_target')
    .set({ due_at: new Date().toISOString() })
    .where('campaign_id', '=', id)
    .execute()

describe('a campaign', () => {
  test('unlocks every gun of its piles where nothing charges', async () => {
    const unlock = bulkCommands.get('unlock') ?? expect.fail('unlock')
    const { id, pile } = await connected({ connectors: 3 })
    const other = await connected()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    pile.onCall('UnlockConnector', () => held.then(() => ({ status: 'Unlocked' })))
    other.pile.onCall('UnlockConnector', { status: 'Unlocked' })
    const { id: customer_id } = await makeCustomer(server.db, { balance_cents: 10_000 })
    const { number: idTag } = await makeCard(server.db, { customer_id })
    await pile.call('StartTransaction', { connectorId: 2, idTag, meterStart: 0, timestamp: new Date().toISOString() })
    const { data } = await server.call(unlock, { ids: [id, other.id] })
    expect(data.piles).toBe(2)
    // The guns of one pile in their order, each after the other's answer; other piles meanwhile.
    await becomes(data.campaign.id, ['sent', 'pending', 'pending', 'done'])
    answer()
    await becomes(data.campaign.id, ['done', 'refused', 'done', 'done'])
    expect((await targets(data.campaign.id))[1]).toMatchObject({ pile_id: id, said: 'gun_charges' })
    expect(pile.received).toEqual(
      [1, 3].map((connectorId) => ({ action: 'UnlockConnector', payload: { connectorId } })),
    )
    expect(other.pile.received).toHaveLength(1)
  })

  test('asks every pile, keeps what each said, and is done', async () => {
    const [yes, no, dumb] = [await connected(), await connected(), await connected()]
    yes.pile.onCall('ClearCache', { status: 'Accepted' })
    no.pile.onCall('ClearCache', { status: 'Rejected' })
    const id = await start([yes.id, no.id, dumb.id])
    await becomes(id, ['done', 'refused', 'refused'])
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('done'))
    expect((await targets(id)).map(({ said, tries }) => [said, tries])).toEqual([
      ['Accepted', 1],
      ['Rejected', 1],
      ['NotImplemented: ClearCache', 1],
    ])
    const { data } = await server.call('/system/campaign/index', { page_num: 1, page_size: 20 })
    expect(data.rows[0]).toMatchObject({ id, state: 'done', targets: { done: 1, refused: 2, pending: 0 } })
  })

  test('asks so many at once and no more', async () => {
    const piles = await Promise.all([1, 2, 3, 4, 5].map(() => connected()))
    const answers: (() => void)[] = []
    let asked = 0
    for (const { pile } of piles)
      pile.onCall('ClearCache', () => {
        asked++
        return new Promise((resolve) => answers.push(() => resolve({ status: 'Accepted' })))
      })
    const ids = piles.map(({ id }) => id)
    const id = await start(ids, { at_once: 2 })
    await vi.waitFor(() => expect(asked).toBe(2))
    expect(await states(id)).toEqual({ sent: 2, pending: 3 })
    answers.shift()?.()
    await vi.waitFor(() => expect(asked).toBe(3))
    expect(await states(id)).toEqual({ done: 1, sent: 2, pending: 2 })
    while (asked < 5 || answers.length) {
      answers.shift()?.()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await becomes(id, ['done', 'done', 'done', 'done', 'done'])
  })

  test('tells of its first and of the others behind them, and by which clocks they live', async () => {
    const { id: site_id } = await makeSite(server.db, { time_zone: 'Europe/Berlin' })
    const [first, bad] = [await connected({ site_id }), await connected()]
    first.pile.onCall('ClearCache', { status: 'Accepted' })
    bad.pile.onCall('ClearCache', { status: 'Rejected' })
    const { id: away } = await makePile(server.db)
    const rowOf = async (id: number) => {
      const { data } = await server.call('/system/campaign/index', { page_num: 1, page_size: 20 })
      return data.rows.find((row: { id: number }) => row.id === id)
    }
    const id = await start([first.id, bad.id, away], { pilot: 1 })
    await becomes(id, ['done', 'refused', 'pending'])
    expect((await rowOf(id)).clocks).toEqual([])
    const hours = { window_from: 60, window_to: 120 }
    await server.db.updateTable('campaign').set(hours).where('id', '=', id).execute()
    const moment = expect.stringMatching(/^20\d\d-.+T/)
    expect(await rowOf(id)).toMatchObject({
      targets: { done: 1, refused: 1, pending: 1 },
      wave: 2,
      waves: [
        { wave: 1, targets: { done: 1, refused: 0, pending: 0 }, began_at: moment, ended_at: moment },
        { wave: 2, targets: { done: 0, refused: 1, pending: 1 }, began_at: moment, ended_at: null },
      ],
      clocks: [
        { time_zone: expect.any(String), targets: 2 },
        { time_zone: 'Europe/Berlin', targets: 1 },
      ],
    })
  })

  test('gives none up that only waits for the first ones', async () => {
    const [first, rest] = [await connected(), await connected()]
    first.pile.onCall('ClearCache', () => new Promise(() => {}))
    const id = await start([first.id, rest.id], { pilot: 1 })
    const waits = () =>
      vi.waitFor(async () => expect((await targets(id))[1]).toMatchObject({ waits_for: 'pilot' }), 5_000)
    await waits()
    await sql`update campaign set until = now() - interval '1 minute' where id = ${id}`.execute(server.db)
    // The sweep, every second, has come by twice.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await targets(id)).toMatchObject([{ state: 'sent' }, { state: 'pending', waits_for: 'pilot' }])
    await server.call(cancelCampaign, { id })
  })

  test('that a person resumes is not stopped again by what stopped it', async () => {
    const { id: pile_id } = await makePile(server.db)
    const id = await start([pile_id], { stop_percent: 10 })
    await server.db.updateTable('campaign').set({ state: 'stopped' }).where('id', '=', id).execute()
    await server.call(resumeCampaign, { id })
    const kept = server.db.selectFrom('campaign').select(['state', 'stop_percent']).where('id', '=', id)
    expect(await kept.executeTakeFirst()).toEqual({ state: 'running', stop_percent: null })
    await server.call(cancelCampaign, { id })
  })

  test('waits for a pile that is offline and asks it when it is back', async () => {
    const { id: pile_id, station_number } = await makePile(server.db)
    const id = await start([pile_id])
    await vi.waitFor(async () => expect(await targets(id)).toMatchObject([{ state: 'pending', waits_for: 'pile' }]))
    const pile = await connect(station_number)
    pile.onCall('ClearCache', { status: 'Accepted' })
    await becomes(id, ['done'])
  })

  test('gives up a pile that does not come back in time', async () => {
    const { id: pile_id } = await makePile(server.db)
    const id = await start([pile_id], { wait_hours: 0 })
    await becomes(id, ['unreached'])
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('done'))
  })

  test('waits for the end of a session where it is asked to', async () => {
    const { id: pile_id, pile } = await connected()
    pile.onCall('ClearCache', { status: 'Accepted' })
    const { id: customer_id } = await makeCustomer(server.db, { balance_cents: 10_000 })
    const { number: idTag } = await makeCard(server.db, { customer_id })
    const timestamp = new Date().toISOString()
    const begun = await pile.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag,
      meterStart: 0,
      timestamp,
    })
    const id = await start([pile_id], { idle_only: true })
    await vi.waitFor(async () => expect(await targets(id)).toMatchObject([{ state: 'pending', waits_for: 'session' }]))
    expect(pile.received).toEqual([])
    await pile.call('StopTransaction', {
      transactionId: begun.transactionId,
      meterStop: 10,
      timestamp: new Date().toISOString(),
    })
    await becomes(id, ['done'])
  })

  test('asks again a pile whose socket was lost before it answered, up to its tries', async () => {
    const { id: pile_id, station, pile } = await connected()
    pile.onCall('ClearCache', () => {
      pile.drop()
      return new Promise<never>(() => {})
    })
    const id = await start([pile_id])
    await vi.waitFor(async () =>
      expect(await targets(id)).toMatchObject([
        { state: 'pending', waits_for: expect.stringMatching(/^(pause|pile)$/), tries: 1 },
      ]),
    )
    const back = await connect(station)
    back.onCall('ClearCache', { status: 'Accepted' })
    await dueNow(id)
    await becomes(id, ['done'])
    expect((await targets(id))[0]?.tries).toBe(2)
  })

  test('does not reset a pile again of which it is not known whether it did', async () => {
    const { id: pile_id, pile } = await connected()
    pile.onCall('Reset', () => {
      pile.drop()
      return new Promise<never>(() => {})
    })
    const { data } = await server.call(reset, { ids: [pile_id], type: 'Soft' } as never)
    await becomes(data.campaign.id, ['unclear'])
  })

  test('can be given to all piles of a site by the list’s filter', async () => {
    const { id: site_id } = await makeSite(server.db)
    const [one, two] = [await connected({ site_id }), await connected({ site_id })]
    for (const { pile } of [one, two]) pile.onCall('ClearCache', { status: 'Accepted' })
    const { data } = await server.call(clearCards, { filter: { site_id } })
    expect(data.piles).toBe(2)
    await becomes(data.campaign.id, ['done', 'done'])
    const nobody = await server.call(clearCards, { filter: { site_id: (await makeSite(server.db)).id } })
    expect(nobody).toMatchObject({ code: 422, data: { errors: { filter: expect.any(String) } } })
    expect((await server.call(clearCards, {})).code).toBe(422)
  })

  test('reaches more piles than a statement has places for', async () => {
    const { id: site_id } = await makeSite(server.db)
    const many = 8_000
    await sql`insert into pile (station_number, site_id, state)
      select 'CD-MANY-' || n, ${site_id}, 'offline' from generate_series(1, ${many}) n`.execute(server.db)
    const { data } = await server.call(clearCards, { filter: { site_id: [site_id] } })
    expect(data.piles).toBe(many)
    const counted = await sql<{ targets: number; audited: number }>`
      select (select count(*)::int from campaign_target where campaign_id = ${data.campaign.id}) as targets,
        (select count(*)::int from audit_entry a join pile p on p.id = a.entity_id
          where a.entity = 'pile' and a.action = 'clear_cards' and p.site_id = ${site_id}) as audited`.execute(
      server.db,
    )
    expect(counted.rows).toEqual([{ targets: many, audited: many }])
    await server.call(cancelCampaign, { id: data.campaign.id })
    await server.db.deleteFrom('pile').where('site_id', '=', site_id).execute()
  })
})

describe('a person', () => {
  test('pauses, resumes and cancels: what was not asked never is', async () => {
    const { id: away, station_number } = await makePile(server.db)
    const id = await start([away])
    expect((await server.call(pauseCampaign, { id })).data.state).toBe('paused')
    const pile = await connect(station_number)
    pile.onCall('ClearCache', { status: 'Accepted' })
    const probe = await connected()
    probe.pile.onCall('ClearCache', { status: 'Accepted' })
    await becomes(await start([probe.id]), ['done'])
    expect(pile.received, 'a later campaign went through, this one did not').toEqual([])
    expect((await server.call(pauseCampaign, { id })).code).toBe(409)
    pile.drop()
    await pile.closed
    expect((await server.call(resumeCampaign, { id })).data.state).toBe('running')
    const { data } = await server.call(cancelCampaign, { id })
    expect(data).toMatchObject({ state: 'cancelled', targets: { cancelled: 1, pending: 0 } })
    expect((await server.call(cancelCampaign, { id })).code).toBe(409)
  })

  test('who cancels has nobody asked again that did not answer', async () => {
    const { id: pile_id, pile } = await connected()
    pile.onCall('ClearCache', () => new Promise<never>(() => {}))
    const id = await start([pile_id])
    await pile.nextCall('ClearCache')
    await server.call(cancelCampaign, { id })
    pile.drop()
    await becomes(id, ['unclear'])
  })

  test('has those asked again that refused, and no others', async () => {
    const [yes, no] = [await connected(), await connected()]
    yes.pile.onCall('ClearCache', { status: 'Accepted' })
    no.pile.onCall('ClearCache', { status: 'Rejected' })
    const id = await start([yes.id, no.id])
    await becomes(id, ['done', 'refused'])
    no.pile.onCall('ClearCache', { status: 'Accepted' })
    await server.call(retryCampaign, { id })
    await becomes(id, ['done', 'done'])
    expect(yes.pile.received.map(({ action }) => action)).toEqual(['ClearCache'])
    expect((await server.call(retryCampaign, { id })).code).toBe(409)
  })

  test('who tries again in the moment in which a campaign ends has it go on', async () => {
    const { id: pile_id } = await makePile(server.db)
    const id = await start([pile_id])
    await meanwhile(id, {
      server: () => setTo(server.db, id, 'refused'),
      person: (db) => setTo(db, id, 'pending'),
    })
    expect([await stateOf(id), await states(id)]).toEqual(['running', { pending: 1 }])
    await server.call(cancelCampaign, { id })
  })

  test('who pauses in the moment in which a pile comes back has it left alone', async () => {
    const { id: pile_id, station_number } = await makePile(server.db)
    const id = await start([pile_id])
    let pile: ScriptedPile | undefined
    await meanwhile(id, {
      async server() {
        pile = await connect(station_number)
      },
      person: (db) => db.updateTable('campaign').set({ state: 'paused' }).where('id', '=', id).execute(),
    })
    expect([await stateOf(id), await states(id), pile?.received]).toEqual(['paused', { pending: 1 }, []])
    await server.call(cancelCampaign, { id })
  })

  test('who cancels in the moment in which a pile is lost has nothing left that waits', async () => {
    const { id: pile_id, pile } = await connected()
    pile.onCall('ClearCache', () => new Promise<never>(() => {}))
    const id = await start([pile_id])
    await pile.nextCall('ClearCache')
    await meanwhile(id, {
      async server() {
        pile.drop()
        const ended = server.db.selectFrom('command').select('status').where('pile_id', '=', pile_id)
        await vi.waitFor(async () => expect((await ended.execute()).map(({ status }) => status)).not.toContain('sent'))
      },
      person: (db) => db.updateTable('campaign').set({ state: 'cancelled' }).where('id', '=', id).execute(),
    })
    await becomes(id, ['unclear'])
  })

  test('who resumes in the moment in which it would be stopped again has it go on', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await makePile(server.db)).id))
    const id = await start(ids, { pilot: 2, stop_percent: 20 })
    await meanwhile(id, {
      server: () =>
        server.db
          .updateTable('campaign_target')
          .set({ state: 'refused' })
          .where('campaign_id', '=', id)
          .where('wave', '=', 1)
          .execute(),
      person: (db) => db.updateTable('campaign').set({ stop_percent: null }).where('id', '=', id).execute(),
    })
    expect([await stateOf(id), await states(id)]).toEqual(['running', { refused: 2, pending: 1 }])
    await server.call(cancelCampaign, { id })
  })

  test('of another site sees no campaign of this one and cancels none that goes beyond theirs', async () => {
    const [here, there] = [await makeSite(server.db), await makeSite(server.db)]
    const [mine, theirs] = [
      await makePile(server.db, { site_id: here.id }),
      await makePile(server.db, { site_id: there.id }),
    ]
    const [both, only] = [await start([mine.id, theirs.id]), await start([theirs.id])]
    const permissions = ['campaign.list', 'campaign.control']
    const someone = await server.signIn({ permissions, data_scope: 'sites', site_ids: [here.id] } as never)
    const { data } = await server.call('/system/campaign/index', { page_num: 1, page_size: 20 }, { as: someone })
    expect(
      data.rows.map(({ id, targets }: { id: number; targets: { pending: number } }) => [id, targets.pending]),
    ).toEqual([[both, 1]])
    expect((await server.call(cancelCampaign, { id: only }, { as: someone })).code).toBe(404)
    expect((await server.call(cancelCampaign, { id: both }, { as: someone })).code).toBe(403)
    const starter = await server.signIn({
      permissions: ['pile.clear_cards'],
      data_scope: 'sites',
      site_ids: [here.id],
    } as never)
    const begun = await server.call(clearCards, { filter: {} }, { as: starter })
    expect(begun.data.piles, 'of all piles those within reach').toBe(1)
    for (const id of [both, only, begun.data.campaign.id]) await server.call(cancelCampaign, { id })
  })
})

test('a campaign is called by what it asks for: two that ask for two messages are told apart', async () => {
  const { id } = await makePile(server.db)
  const trigger = bulkCommands.get('trigger') ?? expect.fail('trigger')
  const named = async (endpoint: typeof reset, said: object, language: Language) => {
    return (await server.call(endpoint, { ids: [id], ...said } as never, { language })).data.campaign.name
  }
  expect(await named(trigger, { message: 'boot' }, 'en')).toBe('Ask for a message: Boot notification')
  expect(await named(trigger, { message: 'meter' }, 'zh-CN')).toBe('请求上报：电表读数')
  // Its button says it already.
  expect(await named(reset, { type: 'Hard' }, 'en')).toBe('Hard reset')
  expect(await named(clearCards, {}, 'en')).toBe('Forget cards')
})
