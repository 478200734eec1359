import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { PART_BYTES } from '../../src/shared/domain/photos.ts'
import { login } from '../../src/shared/endpoints/auth.ts'
import { photoPart, photoStanding } from '../../src/shared/endpoints/photos.ts'
import { addWorkOrderPhoto, saveWorkOrder } from '../../src/shared/endpoints/work-orders.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makePile, makeSite, makeUser } from '../make.ts'
import { groundOfServers } from '../setup/ground.ts'
import type { Running } from '../setup/process.ts'

/** A phone sends what waits on it while the server is killed in the middle: what was not answered is sent again under the same key. */

const ORDERS = 60
const KILLS = 3

const ground = groundOfServers()
let port: number
beforeAll(async () => {
  port = await freePort()
})

const newKey = () => randomBytes(16).toString('hex')
const serve = () => ground.serve({ PORT: String(port), CAPTCHA: 'off' })

async function kill(server: Running): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

interface Call {
  path: string
  method?: string
  token?: string
  key?: string
  body: object | FormData
}

/** The answer; null where the server did not give one. */
async function ask({ path, method = 'POST', token, key, body }: Call) {
  const isForm = body instanceof FormData
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key, 'client-time': new Date().toISOString() }),
      },
      ...(method === 'POST' && { body: isForm ? body : JSON.stringify(body) }),
    })
    return (await answer.json()) as { code: number; data: never }
  } catch {
    return null
  }
}

async function technician(): Promise<{ id: number; token: string }> {
  const user = await makeUser(ground.database.db, { permissions: ['work_order.list', 'work_order.work', 'pile.list'] })
  const reply = await ask({ path: login.path, body: { username: user.user_name, password: user.password } })
  expect(reply?.code).toBe(200)
  const data = reply?.data as unknown as { token: string } | undefined
  return { id: user.id, token: data?.token ?? '' }
}

const newPile = async () => makePile(ground.database.db, { site_id: (await makeSite(ground.database.db)).id })

test('each work order of an outbox arrives once, with its words, however often its server is killed', async () => {
  let server = await serve()
  const [{ token }, pile] = [await technician(), await newPile()]
  const waiting = Array.from({ length: ORDERS }, (_, at) => ({
    key: newKey(),
    body: {
      ...{ order_key: newKey(), pile_id: pile.id, said_at: new Date(Date.now() - 60_000).toISOString() },
      ...{ set: { work: `Work ${at}`, found: `Found ${at}` } },
    },
  }))
  const kept = async () => {
    const { rows } = await ground.database.pool.query('select count(*)::int as made from work_order')
    return rows[0].made as number
  }
  let left = [...waiting]
  const midway: number[] = []
  for (let round = 1; round <= KILLS + 1; round++) {
    const unanswered: typeof waiting = []
    const wanted = (ORDERS * round) / (KILLS + 1)
    const under = left.map(async (one, at) => {
      // As a phone does: one after the other, and some at once from another tab.
      await new Promise((resolve) => setTimeout(resolve, at * 4))
      const reply = await ask({ path: saveWorkOrder.path, token, ...one })
      if (reply?.code !== 200) unanswered.push(one)
    })
    if (round <= KILLS) {
      while ((await kept()) < wanted - ORDERS / (2 * (KILLS + 1)))
        await new Promise((resolve) => setTimeout(resolve, 1))
      await kill(server)
      midway.push(await kept())
    }
    await Promise.all(under)
    left = unanswered
    if (round <= KILLS) server = await serve()
  }
  expect(left).toEqual([])
  expect(
    midway.some((made) => made > 0 && made < ORDERS),
    `killed at ${midway}`,
  ).toBe(true)
  const orders = await ground.database.db.selectFrom('work_order').selectAll().execute()
  expect(orders.map(({ work, found }) => `${work} ${found}`).sort()).toEqual(
    waiting.map(({ body }) => `${body.set.work} ${body.set.found}`).sort(),
  )
  const entries = await ground.database.db.selectFrom('work_order_entry').select('work_order_id').execute()
  expect(entries).toHaveLength(ORDERS)
  await kill(server)
}, 480_000)

test('a photo whose server is killed between and within its parts arrives once, whole', async () => {
  const picture = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#a40',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
  expect(picture.length).toBeGreaterThan(3 * PART_BYTES)
  let server = await serve()
  const [{ token }, pile] = [await technician(), await newPile()]
  const [order_key, key] = [newKey(), newKey()]
  const work = { order_key, pile_id: pile.id, set: { work: 'Plug' } }
  expect((await ask({ path: saveWorkOrder.path, token, key: newKey(), body: work }))?.code).toBe(200)
  const standing = async () => {
    const reply = await ask({ path: `${photoStanding.path}?key=${key}`, method: 'GET', token, body: {} })
    return (reply?.data as unknown as { received: number } | null)?.received ?? 0
  }
  const part = (at: number) => {
    const form = new FormData()
    form.append('key', key)
    form.append('at', String(at))
    form.append('file', new Blob([new Uint8Array(picture.subarray(at, at + PART_BYTES))]), 'part')
    return ask({ path: photoPart.path, token, body: form })
  }
  let kills = 0
  for (let at = await standing(); at < picture.length; at = await standing()) {
    const under = part(at)
    // Every other part loses its server while it is on its way.
    if (kills < 3) {
      await new Promise((resolve) => setTimeout(resolve, kills * 3))
      await kill(server)
      kills++
      await under
      server = await serve()
    } else await under
  }
  const add = { path: addWorkOrderPhoto.path, token, key: newKey() }
  const body = { order_key, pile_id: pile.id, key, size_bytes: picture.length }
  const adding = ask({ ...add, body })
  await new Promise((resolve) => setTimeout(resolve, 5))
  await kill(server)
  await adding
  server = await serve()
  const replies = await Promise.all([
    ask({ ...add, body }),
    ask({ ...add, body }),
    ask({ ...add, key: newKey(), body }),
  ])
  expect(replies.filter((reply) => reply?.code === 200).length).toBeGreaterThan(0)
  const order = await ground.database.db
    .selectFrom('work_order')
    .selectAll()
    .where('order_key', '=', order_key)
    .executeTakeFirstOrThrow()
  expect(order.photos).toHaveLength(1)
  expect(
    await ground.database.db.selectFrom('photo').select('id').where('entity_id', '=', order.id).execute(),
  ).toHaveLength(1)
  await kill(server)
}, 480_000)
