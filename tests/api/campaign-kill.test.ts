import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { campaignWorks } from '../../src/server/app/campaign-works.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makeCard, makePile, makePileType } from '../make.ts'
import { groundOfServers } from '../setup/ground.ts'
import { callKindsOf } from './campaign-call-kinds.ts'
import { type Kind, kindsOf, type Life, pause, signedFirmware } from './campaign-kinds.ts'
import { laterKindsOf, movesSlot, writesSlot } from './campaign-later-kinds.ts'

interface Run {
  kinds: readonly Kind[]
  /** Of each kind. */
  piles: number
  kills: number
}

const ground = groundOfServers()

/** A campaign of a kind, with piles that come back as often as the server does. */
async function begun(kind: Kind, count: number, pile_type_id: number) {
  const { db } = ground.database
  const made = await Promise.all(Array.from({ length: count }, () => makePile(db, { pile_type_id })))
  if (kind.prepare) for (const { id } of made) await kind.prepare(id)
  const { id } = await db
    .insertInto('campaign')
    .values({
      ...{ name: kind.action, action: kind.action, payload: JSON.stringify(kind.payload), state: 'running' },
      ...{ at_once: kind.at_once, tries: 10, pause_seconds: 1, idle_only: false },
      until: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const waiting = { campaign_id: id, state: 'pending' as const, wave: 1, tries: 0 }
  const targets = made.map((pile) => ({ ...waiting, pile_id: pile.id }))
  await db.insertInto('campaign_target').values(targets).execute()
  const lives = made.map(
    ({ id: pile_id, station_number: station }): Life => ({
      ...{ station, pile_id, asked: new Map(), values: new Map(), installed: false },
      list: { version: 0, tags: new Set() },
    }),
  )
  return { id, kind, lives, frozen: new Map<string, number>(), midway: [] as number[] }
}
type Begun = Awaited<ReturnType<typeof begun>>

const targetsOf = (id: number) =>
  ground.database.db.selectFrom('campaign_target').select(['pile_id', 'state']).where('campaign_id', '=', id).execute()
const doneOf = async (id: number) => (await targetsOf(id)).filter(({ state }) => state === 'done')

/** Often enough: some piles of each kind come later, so that none is over before the server is killed. The servers shall work, not the one who looks. */
const LOOK_MS = 50
/** A test that waits longer says for what. */
const PATIENCE_MS = 400_000

async function doneByCampaign() {
  const { rows } = await sql<{ id: number; done: number }>`
    select campaign_id as id, count(*)::int as done from campaign_target where state = 'done' group by campaign_id`.execute(
    ground.database.db,
  )
  return new Map(rows.map(({ id, done }) => [id, done]))
}

/** Notes how often each pile was asked for what the database knows to be done. */
async function freeze({ id, kind, lives, frozen, midway }: Begun) {
  midway.push((await doneOf(id)).length)
  for (const { pile_id, what } of await kind.known(ground.database.db, id)) {
    const life = lives.find((one) => one.pile_id === pile_id)
    const key = `${pile_id} ${what}`
    if (life && !frozen.has(key)) frozen.set(key, life.asked.get(what) ?? 0)
  }
}

/** A proxy of ours in front of it says which piles came over TLS. */
const SERVER = { OCPP_AUTH: 'optional', PUBLIC_URL: 'https://console.example', TRUSTED_PROXIES: '127.0.0.1' }

async function proxyOver(port: number): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>()
  const proxy = createServer((pile) => {
    const server = createConnection(port, '127.0.0.1')
    for (const socket of [pile, server]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => [pile, server].map((one) => one.destroy()))
    }
    pile.once('data', (head) => {
      server.write(head.toString('latin1').replace('\r\n', '\r\nX-Forwarded-Proto: https\r\n'), 'latin1')
      pile.pipe(server)
    })
    server.pipe(pile)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const close = () => {
    proxy.close()
    for (const socket of open) socket.destroy()
  }
  return { port: (proxy.address() as AddressInfo).port, close }
}

const NOWHERE = { '1': null, '2': null, '3': null }

/** What ends no more by itself: its answer was lost with the server that it was for. */
const LOST = ['unclear', 'sent']

/** `before`: when this server started. What waited for its turn at one that was killed is asked again once that one counts as gone. */
async function isOver(one: Begun, kills: number, before: string) {
  const { rows: open } = await sql<{ lost: boolean }>`
    select t.state = 'unclear' or t.state = 'sent' and c.status = 'sent' and t.sent_at < ${before} as lost
    from campaign_target t left join command c on c.id = t.command_id
    where t.campaign_id = ${one.id} and t.state <> 'done'`.execute(ground.database.db)
  return open.every(({ lost }) => one.kind.once && lost) && open.length <= kills * one.kind.at_once
}

/** What is waited for, for the one who reads why a test did not end. */
async function stillOpen() {
  const { rows } = await sql<{ open: string }>`
    select concat_ws(' ', g.action, t.state, t.step, t.said, 'pile', t.pile_id, p.state, c.status, c.answer) as open
    from campaign_target t join campaign g on g.id = t.campaign_id join pile p on p.id = t.pile_id
      left join command c on c.id = t.command_id where t.state <> 'done' order by t.id`.execute(ground.database.db)
  return rows.map(({ open }) => open).join('; ')
}

const isThere = () => true
const isRefused = () => false

async function clock() {
  const { rows } = await sql<{ at: string }>`select now()::text as at`.execute(ground.database.db)
  return rows[0]?.at ?? ''
}

async function killedInTheMiddle({ kinds, piles, kills }: Run) {
  const type = await makePileType(ground.database.db)
  const listing = await makePileType(ground.database.db, { keeps_card_list: true })
  const all: Begun[] = []
  for (const kind of kinds)
    all.push(await begun(kind, piles, kind.action === 'update_card_list' ? listing.id : type.id))

  for (let start = 1; start <= kills + 1; start++) {
    const isLast = start > kills
    const port = await freePort()
    const before = await clock()
    const server = await ground.serve({ ...SERVER, PORT: String(port) })
    const secure = await proxyOver(port)
    const sockets: ScriptedPile[] = []
    let isUp = true
    const connect = async ({ kind }: Pick<Begun, 'kind'>, life: Life): Promise<void> => {
      const { protocol = 'ocpp1.6', password } = kind
      const pile = await connectPile({
        ...{ station: life.station, protocols: [protocol] },
        url: `ws://127.0.0.1:${kind.secure?.(life) ? secure.port : port}/ocpp`,
        ...(password && { password }),
      })
      kind.behave(pile, life, async () => {
        pile.drop()
        // A busy server may refuse it once; one that is gone just now it comes back with the next.
        while (isUp && !(await connect({ kind }, life).then(isThere, isRefused))) await pause()
      })
      sockets.push(pile)
      // It does not start anew with the server: then it would be given again what it held.
      if (protocol !== 'ocpp1.6' && !life.values.has('started'))
        await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'V', model: 'V' } })
      if (protocol !== 'ocpp1.6') life.values.set('started', 'yes')
    }
    // A kind that is quicker than another shall not be over before that one is half way: of each some piles come later.
    const here = isLast ? piles : Math.ceil((piles * (start + 1)) / (kills + 2))
    // Some at a time, of each kind one: a busy machine takes no hundred connections in time.
    for (let at = 0; at < here; at++)
      await Promise.all(all.flatMap((one) => one.lives.slice(at, at + 1).map((life) => connect(one, life))))
    const wanted = (piles * start) / (kills + 2)
    const isFar = async () => {
      if (isLast) return (await Promise.all(all.map((one) => isOver(one, kills, before)))).every(Boolean)
      const done = await doneByCampaign()
      return all.every(({ id }) => (done.get(id) ?? 0) >= wanted)
    }
    const until = performance.now() + PATIENCE_MS
    while (!(await isFar())) {
      if (performance.now() > until) throw new Error(`start ${start} of ${kills + 1} waits for ${await stillOpen()}`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    isUp = false
    server.child.kill(isLast ? 'SIGTERM' : 'SIGKILL')
    await server.ended
    for (const one of all) await freeze(one)
    for (const pile of sockets) pile.drop()
    secure.close()
  }

  for (const { id, kind, lives, frozen, midway } of all) {
    const { action } = kind
    expect(
      midway.slice(0, kills).some((done) => done > 0 && done < piles),
      `${action} killed at ${midway}`,
    ).toBe(true)
    const asked = new Map(
      lives.flatMap((life) => [...life.asked].map(([what, times]) => [`${life.pile_id} ${what}`, times])),
    )
    for (const [key, times] of frozen) expect(asked.get(key), `${action}: ${key}, done already`).toBe(times)
    expect(Math.max(0, ...asked.values()), `${action}: at most`).toBeLessThanOrEqual(kind.most(kills))
    const done = new Set((await doneOf(id)).map(({ pile_id }) => pile_id))
    for (const life of lives) if (done.has(life.pile_id)) kind.isDone(life)
    if (!kind.once) expect(done.size, action).toBe(piles)
  }
}

test('a server that is killed in the middle of campaigns asks no pile again for what it knows to be done', async () => {
  const card = await makeCard(ground.database.db)
  await killedInTheMiddle({ kinds: kindsOf([card.number.toUpperCase()]), piles: 40, kills: 2 })
}, 480_000)

test('nor where piles check the signature of a firmware: each is asked once, and counted once', async () => {
  await killedInTheMiddle({ kinds: [signedFirmware], piles: 40, kills: 2 })
  const states = await ground.database.db
    .selectFrom('campaign_target as t')
    .innerJoin('campaign as g', 'g.id', 't.campaign_id')
    .select(['t.pile_id', 't.state', 't.step', 't.tries'])
    .where('g.action', '=', 'update_firmware')
    .where((eb) => eb(sql`g.payload ? 'signing'`, '=', true))
    .execute()
  expect(new Set(states.map(({ pile_id }) => pile_id)).size).toBe(states.length)
  expect(states).toHaveLength(40)
  for (const { state, step, tries } of states) {
    expect(tries).toBe(1)
    if (state === 'done') expect(step).toBe('installed')
    else expect(LOST).toContain(state)
  }
}, 480_000)

test('nor where a campaign is one call to each pile, of whatever kind', async () => {
  await killedInTheMiddle({
    kinds: [...(await callKindsOf(ground.database.db)), writesSlot(ground.database.db)],
    piles: 16,
    kills: 1,
  })
}, 480_000)

test('nor where piles of OCPP 2 are asked, or come back another way', async () => {
  await killedInTheMiddle({ kinds: await laterKindsOf(ground.database.db), piles: 12, kills: 1 })
}, 480_000)

test('nor where piles are sent to another slot: none starts anew twice', async () => {
  await killedInTheMiddle({ kinds: [movesSlot(ground.database.db)], piles: 8, kills: 1 })
}, 480_000)

test('every kind of campaign that there is was killed', async () => {
  const { db } = ground.database
  const killed = [
    ...kindsOf([]),
    ...(await callKindsOf(db)),
    ...(await laterKindsOf(db)),
    writesSlot(db),
    movesSlot(db),
  ].map(({ action }) => action)
  const doors = { tls: false, certificates: false, signs: false, serves: null, addresses: NOWHERE }
  const works = campaignWorks({ hasWords: () => true, canShow: () => true, doors })
  expect([...new Set(works.map(({ action }) => action))].sort()).toEqual([...new Set(killed)].sort())
})
