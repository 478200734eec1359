import { expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { makeCard, makePile, makePileType } from '../make.ts'
import { groundOfServers } from '../setup/ground.ts'
import { callKindsOf } from './campaign-call-kinds.ts'
import { type Kind, kindsOf, type Life } from './campaign-kinds.ts'

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

/** Notes how often each pile was asked for what the database knows to be done. */
async function freeze({ id, kind, lives, frozen, midway }: Begun) {
  midway.push((await doneOf(id)).length)
  for (const { pile_id, what } of await kind.known(ground.database.db, id)) {
    const life = lives.find((one) => one.pile_id === pile_id)
    const key = `${pile_id} ${what}`
    if (life && !frozen.has(key)) frozen.set(key, life.asked.get(what) ?? 0)
  }
}

/** What ends no more by itself: it was asked for nothing when the server went, or its answer was lost. */
const LOST = ['unclear', 'sent']

async function isOver(one: Begun, kills: number) {
  const open = (await targetsOf(one.id)).filter(({ state }) => state !== 'done')
  return open.every(({ state }) => one.kind.once && LOST.includes(state)) && open.length <= kills * one.kind.at_once
}

async function killedInTheMiddle({ kinds, piles, kills }: Run) {
  const type = await makePileType(ground.database.db)
  const listing = await makePileType(ground.database.db, { keeps_card_list: true })
  const all: Begun[] = []
  for (const kind of kinds)
    all.push(await begun(kind, piles, kind.action === 'update_card_list' ? listing.id : type.id))

  for (let start = 1; start <= kills + 1; start++) {
    const isLast = start > kills
    const server = await ground.serve({ OCPP_AUTH: 'optional' })
    const [, port] = /http:\/\/[\w.[\]]+:(\d+)/.exec(server.said()) ?? []
    const sockets: ScriptedPile[] = []
    const connect = async ({ kind }: Begun, life: Life) => {
      const pile = await connectPile({ url: `ws://127.0.0.1:${port}/ocpp`, station: life.station })
      kind.behave(pile, life)
      sockets.push(pile)
    }
    // Some at a time, of each kind one: a busy machine takes no hundred connections in time.
    for (let at = 0; at < piles; at++)
      await Promise.all(all.flatMap((one) => one.lives.slice(at, at + 1).map((life) => connect(one, life))))
    const wanted = (piles * start) / (kills + 2)
    const isFar = async (one: Begun) => (isLast ? isOver(one, kills) : (await doneOf(one.id)).length >= wanted)
    while (!(await Promise.all(all.map(isFar))).every(Boolean)) await new Promise((resolve) => setTimeout(resolve, 5))
    server.child.kill(isLast ? 'SIGTERM' : 'SIGKILL')
    await server.ended
    for (const one of all) await freeze(one)
    for (const pile of sockets) pile.drop()
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
}, 240_000)

test('nor where a campaign is one call to each pile, of whatever kind', async () => {
  await killedInTheMiddle({ kinds: await callKindsOf(ground.database.db), piles: 16, kills: 1 })
}, 240_000)
