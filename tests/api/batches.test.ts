import { readXlsx } from 'hucre/xlsx'
import jsQR from 'jsqr'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { BatchWorker } from '../../src/server/batches/batch-worker.ts'
import { isStationNumber } from '../../src/shared/domain/station-number.ts'
import { cancelBatch, editBatch, exportBatch, resumeBatch } from '../../src/shared/endpoints/batches.ts'
import { makeOrder, makePileType, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { ocppAuth: 'required' } })
})
afterAll(() => server.stop())

const CREATE = '/system/device/batch-create-device'
const LIST = '/system/device/batch-device-task'

async function place() {
  const [site, type] = [await makeSite(server.db), await makePileType(server.db, { guns: 2 })]
  return { site_id: site.id, pile_type_id: type.id }
}
const create = async (quantity: number, given = {}) => {
  const { data, code, message } = await server.call(CREATE, { ...(await place()), quantity, ...given })
  expect(code, message).toBe(200)
  return data.id as number
}
const task = async (id: number) => (await server.call('/system/device/batch-device-view', { id })).data
const finished = async (id: number) => {
  await vi.waitFor(async () => expect((await task(id)).state).toBe('done'), { timeout: 60_000, interval: 50 })
  return task(id)
}
const piles = (id: number) =>
  server.db.selectFrom('pile').selectAll().where('batch_task_id', '=', id).orderBy('batch_place').execute()
/** A task that the server does not work on yet, as another server would leave it. */
const asleep = async (quantity: number, made = 0, state: 'running' | 'failed' = 'running') => {
  const { site_id, pile_type_id } = await place()
  const lock = await server.pool.connect()
  await lock.query('begin')
  const { rows } = await lock.query(
    'insert into batch_task (site_id, pile_type_id, quantity, made, state) values ($1, $2, $3, $4, $5) returning id',
    [site_id, pile_type_id, quantity, made, state],
  )
  await lock.query('commit')
  lock.release()
  return Number(rows[0].id)
}

async function workbook(id: number, passwords = false, as = server.administrator) {
  const response = await fetch(`${server.url}/api${exportBatch.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as.token}` },
    body: JSON.stringify({ id, passwords }),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(/filename="batch-B\d{6}\.xlsx"/)
  const bytes = Buffer.from(await response.arrayBuffer())
  const [sheet] = (await readXlsx(bytes)).sheets
  if (!sheet) throw new Error('The workbook has no sheet.')
  const [heading = [], ...rows] = sheet.rows
  return {
    bytes,
    sheet,
    rows: rows.map((row) => Object.fromEntries(heading.map((name, at) => [String(name), row[at]]))),
  }
}

describe('a batch', () => {
  test('makes as many piles as it was asked for, each with its own number and connectors', async () => {
    const id = await create(450)
    expect(await finished(id)).toMatchObject({
      made: 450,
      quantity: 450,
      problem: null,
      finished_at: expect.any(String),
    })
    const made = await piles(id)
    expect(made.map(({ batch_place }) => batch_place)).toEqual(Array.from({ length: 450 }, (_, at) => at + 1))
    expect(new Set(made.map(({ station_number }) => station_number)).size).toBe(450)
    expect(made.every(({ station_number }) => isStationNumber(station_number))).toBe(true)
    expect(made.every(({ state, enabled, password_hash }) => state === 'offline' && enabled && !password_hash)).toBe(
      true,
    )
    const { rows } = await sql<{ piles: number; guns: number }>`
      select count(distinct c.pile_id) as piles, count(*) as guns from connector c join pile p on p.id = c.pile_id
      where p.batch_task_id = ${id}`.execute(server.db)
    expect(rows).toEqual([{ piles: 450, guns: 900 }])
  })

  test('is listed with its site, type and merchant, and its piles are found by it', async () => {
    const merchant = await server.call('/system/merchant/create', { name: 'Harbour Energy' })
    const id = await create(3, { merchant_id: merchant.data.id })
    const { number } = await finished(id)
    const { data } = await server.call(LIST, { keyword: number })
    expect(data.rows).toMatchObject([
      {
        id,
        number: expect.stringMatching(/^B\d{6}$/),
        merchant: { title: 'Harbour Energy' },
        quantity: 3,
        made: 3,
        state: 'done',
      },
    ])
    const listed = (await server.call('/system/device/index', { batch_task_id: id })).data
    expect(listed.total).toBe(3)
    expect(listed.rows[0]).toMatchObject({
      never_connected: true,
      batch_task: { title: number },
      merchant: { title: 'Harbour Energy' },
    })
    expect(listed.rows[0].connectors).toHaveLength(2)
  })

  test('is made once, however often its request is sent', async () => {
    const body = { ...(await place()), quantity: 20 }
    const key = `batch-${Math.random()}`
    const answers = await Promise.all([1, 2, 3].map(() => server.call(CREATE, body, { key })))
    const ids = new Set(answers.map(({ data }) => data.id))
    expect(ids.size).toBe(1)
    const [id = 0] = ids
    await finished(id)
    expect(await piles(id)).toHaveLength(20)
  })

  test('is put right as long as nothing of it is made', async () => {
    const id = await asleep(5_000, 0, 'failed')
    const right = await place()
    const { version } = await task(id)
    const edit = (body: object) => server.call(editBatch.path, { id, ...body })
    expect((await edit({ version: version + 1, quantity: 7 })).code).toBe(409)
    expect((await edit({ quantity: 0 })).data.errors).toHaveProperty('quantity')
    expect((await edit({ site_id: 987_654 })).data.errors).toHaveProperty('site_id')
    expect(await edit({ version, ...right, quantity: 7 })).toMatchObject({ code: 200, data: { quantity: 7 } })
    await server.call(resumeBatch, { id })
    await finished(id)
    const made = await piles(id)
    expect(made).toHaveLength(7)
    expect(made[0]).toMatchObject(right)
    expect(await edit({ quantity: 8 })).toMatchObject({ code: 409, message: expect.stringContaining('made already') })
  })

  test('is put right by those who may make one', async () => {
    const id = await asleep(5, 0, 'failed')
    const reader = await server.signIn({ permissions: ['batch_task.list', 'batch_task.cancel'] })
    expect((await server.call(editBatch.path, { id, quantity: 1 }, { as: reader })).code).toBe(403)
    expect((await server.call(editBatch.path, { id: 987_654, quantity: 1 })).code).toBe(404)
  })

  test.each([
    ['no piles', { quantity: 0 }, 'quantity'],
    ['too many piles', { quantity: 10_001 }, 'quantity'],
    ['a part of a pile', { quantity: 1.5 }, 'quantity'],
    ['a site that is not there', { site_id: 987_654 }, 'site_id'],
    ['a type that is not there', { pile_type_id: 987_654 }, 'pile_type_id'],
    ['a merchant that is not there', { merchant_id: 987_654 }, 'merchant_id'],
    ['no site', { site_id: null }, 'site_id'],
  ])('of %s is refused at its field', async (_, wrong, field) => {
    const { code, data } = await server.call(CREATE, { ...(await place()), quantity: 5, ...wrong })
    expect(code).toBe(422)
    expect(data.errors).toHaveProperty(field)
  })

  test('takes up where a server left it, without doubling', async () => {
    const id = await asleep(300, 0)
    await server.pool.query('update batch_task set state = $2 where id = $1', [id, 'running'])
    await finished(id)
    expect(await piles(id)).toHaveLength(300)
  })

  test('does not wait for another that is much longer', async () => {
    const long = await create(10_000)
    const short = await create(200)
    await finished(short)
    expect((await task(long)).state).toBe('running')
    await server.call(cancelBatch, { id: long, keep: false })
  })

  test('is not set aside for the failures of another that a person took out of its way', async () => {
    await server.pool.query(`alter table pile add constraint pile_refused check (batch_place <> 7) not valid`)
    const worker = new BatchWorker({ db: server.db, changed: () => {} })
    const bad = await asleep(10)
    for (const _ of [1, 2, 3, 4]) await expect(worker.wake()).rejects.toThrow('pile_refused')
    expect((await server.call(cancelBatch, { id: bad, keep: false })).code).toBe(200)
    const other = await asleep(10)
    await expect(worker.wake()).rejects.toThrow('pile_refused')
    expect(await task(other)).toMatchObject({ state: 'running', problem: null })
    await server.pool.query('alter table pile drop constraint pile_refused')
    await worker.wake()
    expect(await task(other)).toMatchObject({ state: 'done', made: 10 })
  })

  test('that cannot be done is set aside with its reason and can be taken up again', async () => {
    await server.pool.query(`alter table pile add constraint pile_refused check (batch_place <> 7) not valid`)
    const id = await create(10)
    await vi.waitFor(async () => expect((await task(id)).state).toBe('failed'), { timeout: 60_000, interval: 100 })
    expect(await task(id)).toMatchObject({ made: 0, problem: expect.stringContaining('pile_refused') })
    expect((await server.call(resumeBatch, { id: await finishedId() })).code).toBe(409)
    await server.pool.query('alter table pile drop constraint pile_refused')
    expect((await server.call(resumeBatch, { id })).code).toBe(200)
    expect(await finished(id)).toMatchObject({ made: 10, problem: null })
  })
})

const finishedId = async () => {
  const id = await asleep(1, 1)
  await server.pool.query(`update batch_task set state = 'done' where id = $1`, [id])
  return id
}

describe('cancelling', () => {
  test('stops at once and keeps what was made', async () => {
    const id = await create(10_000)
    await vi.waitFor(async () => expect((await task(id)).made).toBeGreaterThan(0), { interval: 10 })
    const { data } = await server.call(cancelBatch, { id, keep: true })
    expect(data).toMatchObject({ state: 'cancelled' })
    const { made } = await task(id)
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(10_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await piles(id)).toHaveLength(made)
  })

  test('takes back what was made, except a pile that connected or has an order', async () => {
    const id = await asleep(1_000, 0, 'failed')
    const insert = `insert into pile (station_number, batch_task_id, batch_place, last_seen_at)
      select 'CD-BACK-' || n, $1, n, case when n = 1 then now() end from generate_series(1, 5) n returning id`
    const { rows } = await server.pool.query(insert, [id])
    await makeOrder(server.db, { pile_id: Number(rows[1].id) })
    const { data } = await server.call(cancelBatch, { id, keep: false })
    expect(data).toMatchObject({ state: 'cancelled', made: 2 })
    expect((await piles(id)).map(({ batch_place }) => batch_place)).toEqual([1, 2])
  })

  test('is refused when there is nothing to cancel', async () => {
    const id = await finishedId()
    expect((await server.call(cancelBatch, { id, keep: true })).code).toBe(409)
    expect((await server.call(cancelBatch, { id: 987_654, keep: true })).code).toBe(404)
    expect((await server.call(cancelBatch, { id } as never)).data).toMatchObject({
      errors: { keep: expect.any(String) },
    })
  })
})

describe('its workbook', () => {
  test('has every pile with a code that reads as its station number, and no password', async () => {
    const id = await create(12)
    const { number } = await finished(id)
    const { rows, sheet, bytes } = await workbook(id)
    const made = await piles(id)
    expect(sheet.name).toBe(number)
    expect(rows.map((row) => row['Station number'])).toEqual(made.map(({ station_number }) => station_number))
    expect(rows[0]).toMatchObject({ 'No.': 1, 'Connection address': expect.stringMatching(/^ws:\/\/.+\/ocpp\/CD-/) })
    expect(rows[0]).not.toHaveProperty('Password')
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    const codes = await Promise.all((sheet.images ?? []).map(({ data }) => codeIn(Buffer.from(data))))
    expect(codes).toEqual(made.map(({ station_number }) => station_number))
  })

  test('gives passwords when asked, which let the piles in; the next one gives others, except to who is in', async () => {
    const id = await create(3)
    await finished(id)
    const first = (await workbook(id, true)).rows
    const [one, two] = first.map((row) => ({ station: String(row['Station number']), password: String(row.Password) }))
    if (!one || !two) throw new Error('The workbook has too few rows.')
    const url = `${server.url.replace('http', 'ws')}/ocpp`
    const pile = await connectPile({ url, station: one.station, password: one.password })
    await pile.call('Heartbeat', {})
    await vi.waitFor(async () => expect((await piles(id))[0]?.never_connected).toBe(false))
    const second = (await workbook(id, true)).rows
    expect(second[0]?.Password ?? null).toBeNull()
    expect(second[1]?.Password).not.toBe(two.password)
    await expect(connectPile({ url, station: two.station, password: two.password })).rejects.toThrow('401')
    pile.drop()
    const again = await connectPile({ url, station: one.station, password: one.password })
    again.drop()
  })

  test('with passwords takes the permission to change piles, and is written down without them', async () => {
    const id = await create(1)
    await finished(id)
    const clerk = await server.signIn({ permissions: ['batch_task.export'] })
    expect((await server.call(exportBatch, { id, passwords: true }, { as: clerk })).code).toBe(403)
    await workbook(id, false, clerk)
    const { rows } = await workbook(id, true)
    const entries = await server.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'export')
      .orderBy('id')
      .execute()
    const mine = entries.filter(({ entity, entity_id }) => entity === 'batch_task' && entity_id === id)
    expect(mine.map(({ user_name }) => user_name)).toEqual([clerk.user_name, server.administrator.user_name])
    expect(mine.map(({ after }) => after)).toEqual([
      { piles: 1, keys_made: 0 },
      { piles: 1, keys_made: 1 },
    ])
    expect(JSON.stringify(mine)).not.toContain(String(rows[0]?.Password))
  })

  test('of a batch that is not there is refused in words', async () => {
    expect((await server.call(exportBatch, { id: 987_654 })).code).toBe(404)
    expect((await server.call(exportBatch, {} as never)).data).toMatchObject({ errors: { id: expect.any(String) } })
  })
})

async function codeIn(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png)
    .extend({ top: 16, bottom: 16, left: 16, right: 16, background: 'white' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}
