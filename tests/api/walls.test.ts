import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '../../src/shared/endpoints/dashboard.ts'
import { saveSharedLayout } from '../../src/shared/endpoints/dashboard-layouts.ts'
import {
  collectWall,
  letWallIn,
  openWall,
  refuseWall,
  scanWall,
  showWall,
  signWallOut,
} from '../../src/shared/endpoints/wall.ts'
import { forWalls, isForWalls } from '../../src/shared/endpoints/wall-calls.ts'
import { everyEndpoint, nameOf } from '../setup/contract.ts'
import { freshDatabase } from '../setup/database.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { makeSide, type Side } from '../setup/two-sides.ts'
import { letIn, makeWall } from '../setup/wall.ts'
import { INPUTS } from './reach/calls.ts'

let server: TestServer
let side: Side
beforeAll(async () => {
  server = await startServer()
  side = await makeSide(server.db, 'north')
})
afterAll(() => server.stop())

const HANGS_UP = [
  'wall_display.list',
  'wall_display.create',
  'wall_display.update',
  'wall_display.delete',
  'wall_display.let_in',
]
const open = async () => (await server.call(openWall, {}, { as: null })).data
const collect = async (secret: string) => (await server.call(collectWall, { secret }, { as: null })).data
const show = async (key: string) => (await server.call(showWall, { key }, { as: null })).data
const looks = (key: string) => server.call(dashboard, {}, { as: { token: key } })
const roleOf = async (permissions: string[], more = {}) => (await server.signIn({ permissions, ...more })).role_id
const everything = () => roleOf(['*'])
const listed = async (id: number) => (await server.call('/system/wall/index', { id })).data.rows[0]
const age = (seconds: number) =>
  server.db
    .updateTable('wall_code')
    .set({ expires_at: sql<string>`expires_at - ${seconds} * interval '1 second'` })
    .execute()

describe('a screen that is let in', () => {
  test('shows its display, and says in the list when and by whom it was', async () => {
    const { id, name } = await makeWall(server, await everything(), { widgets: ['power'] })
    const key = await letIn(server, id)
    const { wall, ended } = await show(key)
    expect(ended).toBeNull()
    expect(wall).toMatchObject({ name, seconds: 30, language: 'en', theme: 'dark', version: '0.0.0-test' })
    expect(wall?.pages.map((page) => [page.id, page.of])).toEqual([
      ['everybody', 'everybody'],
      ['widget-power', 'widget'],
    ])
    expect((await looks(key)).code).toBe(200)
    expect(await listed(id)).toMatchObject({
      let_in_by_id: server.administrator.id,
      address: '127.0.0.1',
      last_seen_at: expect.any(String),
      let_in_at: expect.any(String),
    })
  })

  test('shows the dashboard that is laid out for a role, with what its own role allows alone', async () => {
    const laidOut = await roleOf(['*'])
    const at = (widget: string, x: number) => ({ id: widget, widget, x, y: 0, w: 6, h: 9, settings: {} })
    await server.call(saveSharedLayout, { role_id: laidOut, widgets: [at('attention', 0), at('worst_piles', 6)] })
    const little = await roleOf(['dashboard.view'])
    const key = await letIn(server, (await makeWall(server, little, { dashboard: false, layout_ids: [laidOut] })).id)
    const { wall } = await show(key)
    expect(wall?.pages).toHaveLength(1)
    expect(wall?.pages[0]?.widgets.map(({ widget }) => widget)).toEqual(['attention'])
    expect((await looks(key)).data.income_cents, 'it may not see orders').toBeNull()
  })

  test('sees what its role reaches and nothing else', async () => {
    const [north, south] = [side, await makeSide(server.db, 'south')]
    const role = await roleOf(['*'], { data_scope: 'sites', site_ids: [north.ids.site] })
    const key = await letIn(server, (await makeWall(server, role)).id)
    const { data } = await looks(key)
    expect(data.sites.map(({ id }: { id: number }) => id)).toEqual([north.ids.site])
    expect((await server.call('/system/park-lot/today', { id: south.ids.site }, { as: { token: key } })).code).toBe(404)
  })

  test('is let in once: who asks again, or at the same instant, gets nothing', async () => {
    const { id } = await makeWall(server, await everything())
    const { code, secret } = await open()
    await server.call(scanWall, { code })
    await server.call(letWallIn, { code, id })
    const answers = await Promise.all([1, 2, 3, 4].map(() => collect(secret)))
    expect(answers.filter(({ key }) => key)).toHaveLength(1)
    expect((await server.call(letWallIn, { code, id })).code, 'nor is it confirmed twice').toBe(409)
    expect(JSON.stringify(await server.db.selectFrom('wall_display').selectAll().execute())).not.toContain(
      answers.find(({ key }) => key)?.key,
    )
  })

  test('keeps what it has when the server was killed and begins anew, with other secrets', async () => {
    const database = await freshDatabase(20, 'started')
    const first = await startServer({ database })
    const key = await letIn(first, (await makeWall(first, first.administrator.role_id)).id)
    await first.stop()
    const second = await startServer({ database })
    const answer = await second.call(dashboard, {}, { as: { token: key } })
    await second.stop()
    await database.drop()
    expect(answer.code, answer.message).toBe(200)
  })

  test('has no end but being ended', async () => {
    const { id } = await makeWall(server, await everything())
    const key = await letIn(server, id)
    const long = sql<string>`now() - interval '5 years'`
    await server.db
      .updateTable('wall_display')
      .set({ let_in_at: long, last_seen_at: long })
      .where('id', '=', id)
      .execute()
    expect((await looks(key)).code).toBe(200)
  })
})

describe('a screen that waits', () => {
  test('is let in by nobody who lacks the permission', async () => {
    const person = await server.signIn({ permissions: ['wall_display.list', 'dashboard.view'] })
    const { code, secret } = await open()
    expect((await server.call(scanWall, { code }, { as: person })).code).toBe(403)
    expect((await server.call(letWallIn, { code, id: 1 }, { as: person })).code).toBe(403)
    expect((await collect(secret)).state).toBe('pending')
  })

  test('belongs to the first who scans it', async () => {
    const second = await server.signIn({ permissions: ['*'] })
    const { id } = await makeWall(server, await everything())
    const { code } = await open()
    expect((await server.call(letWallIn, { code, id })).code, 'not scanned yet').toBe(409)
    await server.call(scanWall, { code })
    expect((await server.call(scanWall, { code }, { as: second })).code).toBe(409)
    expect((await server.call(letWallIn, { code, id }, { as: second })).code).toBe(409)
  })

  test('is too late to scan after two minutes, and to let in ten minutes after that, however often it is scanned', async () => {
    const { id } = await makeWall(server, await everything())
    const late = await open()
    const { code, secret } = await open()
    await server.call(scanWall, { code })
    await age(121)
    expect((await server.call(scanWall, { code: late.code })).code).toBe(409)
    expect((await server.call(scanWall, { code })).data?.expires_in).toBeLessThan(480)
    await age(480)
    expect((await server.call(letWallIn, { code, id })).code).toBe(409)
    expect(await collect(secret)).toEqual({ state: 'expired', key: null })
  })

  test('learns that it was refused, which is written down', async () => {
    const { code, secret } = await open()
    await server.call(scanWall, { code })
    await server.call(refuseWall, { code })
    expect(await collect(secret)).toEqual({ state: 'refused', key: null })
    const { rows } = (await server.call('GET /system/log/list', { entity: 'wall_display' })).data
    expect(rows.map(({ action }: { action: string }) => action)).toContain('refuse_wall')
  })

  test('gets nothing when its display was switched off, or who confirmed disabled, before it asked', async () => {
    const { id } = await makeWall(server, await everything())
    const person = await server.signIn({ permissions: ['*'] })
    const { code, secret } = await open()
    await server.call(scanWall, { code }, { as: person })
    await server.call(letWallIn, { code, id }, { as: person })
    await server.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', person.id).execute()
    expect((await collect(secret)).key).toBeNull()
    const other = await open()
    await server.call(scanWall, { code: other.code })
    await server.call(letWallIn, { code: other.code, id })
    await server.call('/system/wall/update', { id, status: 'disabled' })
    expect((await collect(other.secret)).key).toBeNull()
  })

  test('asks for codes as often as a screen does that signs a person in', () => {
    const limit = (path: string) => {
      const route = server.app.everyRoute.find(({ url, method }) => url === `/api${path}` && method === 'POST')
      return (route?.config as { rateLimit?: object } | undefined)?.rateLimit
    }
    expect(limit('/pub/wall/open')).toEqual(limit('/pub/screen/open'))
    expect(limit('/pub/wall/open')).toMatchObject({ max: 300 })
  })
})

describe('a screen is ended', () => {
  const shown = async () => {
    const role = await everything()
    const { id } = await makeWall(server, role)
    return { id, role, key: await letIn(server, id) }
  }
  const isEnded = async (key: string, why: string) => {
    expect(await show(key)).toEqual({ wall: null, ended: why })
    expect((await looks(key)).code).toBe(401)
  }

  test('from the list, which is written down', async () => {
    const { id, key } = await shown()
    expect((await server.call(signWallOut, { id })).code).toBe(200)
    await isEnded(key, 'signed_out')
    expect(await listed(id)).toMatchObject({ let_in_at: null, let_in_by_id: null, address: null })
    const { rows } = (await server.call('GET /system/log/list', { entity: 'wall_display', entity_id: id })).data
    const actions = rows.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['create', 'let_wall_in', 'sign_wall_out']))
    expect(JSON.stringify(rows)).not.toContain('key_hash')
  })

  test('when its display is switched off, for good', async () => {
    const { id, key } = await shown()
    await server.call('/system/wall/update', { id, status: 'disabled' })
    await isEnded(key, 'disabled')
    await server.call('/system/wall/update', { id, status: 'normal' })
    await isEnded(key, 'disabled')
  })

  test('when its display is deleted', async () => {
    const { id, key } = await shown()
    expect((await server.call('/system/wall/delete', { ids: [id] })).code).toBe(200)
    await isEnded(key, 'deleted')
  })

  test('when its role is out of force, for good', async () => {
    const { role, key } = await shown()
    const inForce = (status: 'normal' | 'disabled') =>
      server.db.updateTable('role').set({ status }).where('id', '=', role).execute()
    await inForce('disabled')
    await expect.poll(async () => (await looks(key)).code).toBe(401)
    await isEnded(key, 'role')
    await inForce('normal')
    await isEnded(key, 'role')
  })

  test('when another screen shows its display', async () => {
    const { id, key } = await shown()
    const other = await letIn(server, id)
    await isEnded(key, 'replaced')
    expect((await looks(other)).code).toBe(200)
  })

  test('and a key that nobody made says no more than that', async () => {
    expect(await show(`wall_${'a'.repeat(43)}`)).toEqual({ wall: null, ended: 'unknown' })
    expect((await server.call(showWall, { key: 'wall' }, { as: null })).code).toBe(422)
  })
})

describe('a screen only looks', () => {
  const called = everyEndpoint.filter(({ permission }) => permission !== 'public')

  test('whatever its role allows: every other call is refused, with an input that a person’s would be', {
    timeout: 60_000,
  }, async () => {
    const as = { token: await letIn(server, (await makeWall(server, await everything())).id) }
    const wrong: string[] = []
    for (const endpoint of called) {
      const input = INPUTS[endpoint.path]?.(side) ?? {}
      const { code, message } = await server.call(nameOf(endpoint), input, { as })
      const isOpen = isForWalls(endpoint.method, endpoint.path)
      const isRight = isOpen
        ? ![401, 403].includes(code) && code < 500
        : code === 403 && message === 'A screen on a wall only looks.'
      if (!isRight) wrong.push(`${nameOf(endpoint)}: ${code} ${message}`)
    }
    expect(wrong).toEqual([])
  })

  test('so nothing of what it may call changes anything, gives a file, or is written down', () => {
    const open = called.filter(({ method, path }) => isForWalls(method, path))
    expect(open).toHaveLength(13)
    expect(open.filter(({ repeatable, changes, answers, takes }) => repeatable || changes || answers || takes)).toEqual(
      [],
    )
  })

  test('and routes beside the contract are none of it: files, the API’s page', async () => {
    const token = await letIn(server, (await makeWall(server, await everything())).id)
    const routes = server.app.everyRoute.filter(({ config }) => config?.permission && config.permission !== 'public')
    const others = routes.filter(({ url, method }) => !isForWalls(String(method), url.replace(/^\/api/, '')))
    expect(others.length).toBeGreaterThan(called.length - 13)
    const answered = await fetch(`${server.url}/api/files/none.png`, { headers: { authorization: `Bearer ${token}` } })
    expect([401, 403, 404]).toContain(answered.status)
  })

  test('with no more of its role than looking takes', async () => {
    const role = await roleOf([
      'site.list',
      'site.update',
      'order.list',
      'order.collect',
      'user.list',
      'wall_display.let_in',
    ])
    const { wall } = await show(await letIn(server, (await makeWall(server, role)).id))
    expect(wall?.permissions.toSorted()).toEqual(['order.list', 'site.list', 'wall_display.list'])
    expect(forWalls(['*']).filter((code) => !/\.(list|view|balance)$/.test(code))).toEqual([])
  })
})

describe('nobody hangs up a screen that sees more than they', () => {
  const draft = (role_id: number) => ({ name: `Wall ${Math.random()}`, role_id, seconds: 30, language: 'en' })

  test('neither permissions nor records', async () => {
    const person = await server.signIn({
      permissions: [...HANGS_UP, 'role.list', 'dashboard.view'],
      data_scope: 'sites',
      site_ids: [side.ids.site as number],
    })
    const create = (role: number) => server.call('/system/wall/create', draft(role), { as: person })
    const more = await create(
      await roleOf(['dashboard.view', 'order.list'], { data_scope: 'sites', site_ids: [side.ids.site] }),
    )
    expect([more.code, more.data.permissions]).toEqual([403, ['order.list']])
    const wider = await create(await roleOf(['dashboard.view']))
    expect([wider.code, wider.data.permissions]).toEqual([403, ['dashboard.view']])
    const same = await create(
      await roleOf(['dashboard.view', 'site.update'], { data_scope: 'sites', site_ids: [side.ids.site] }),
    )
    expect(same.code, 'what a screen would not do anyway counts for nothing').toBe(200)
  })

  test('nor lets one in, signs it out, changes or deletes it', async () => {
    const { id } = await makeWall(server, await everything())
    const person = await server.signIn({ permissions: [...HANGS_UP, 'dashboard.view'] })
    const as = person
    const { code } = await open()
    await server.call(scanWall, { code }, { as })
    expect((await server.call(letWallIn, { code, id }, { as })).code).toBe(403)
    expect((await server.call(signWallOut, { id }, { as })).code).toBe(403)
    expect((await server.call('/system/wall/update', { id, seconds: 60 }, { as })).code).toBe(403)
    expect((await server.call('/system/wall/delete', { ids: [id] }, { as })).code).toBe(403)
    const own = await makeWall(server, await roleOf(['dashboard.view']), { as })
    expect((await server.call(letWallIn, { code, id: own.id }, { as })).code).toBe(200)
  })

  test('nor one whose role is out of force: it may come back', async () => {
    const role = await everything()
    await server.db.updateTable('role').set({ status: 'disabled' }).where('id', '=', role).execute()
    const person = await server.signIn({ permissions: [...HANGS_UP, 'dashboard.view'] })
    expect((await server.call('/system/wall/create', draft(role), { as: person })).code).toBe(403)
  })

  test('and what cannot be shown is refused at its field', async () => {
    const create = async (more: object) =>
      (await server.call('/system/wall/create', { ...draft(await everything()), ...more })).data.errors
    expect(await create({ role_id: null })).toHaveProperty('role_id')
    expect(await create({ dashboard: false })).toEqual({ dashboard: 'Choose at least one page.' })
    expect(await create({ layout_ids: [await everything()] })).toHaveProperty('layout_ids')
    expect(await create({ role_id: await roleOf(['*'], { data_scope: 'department' }) })).toHaveProperty('role_id')
    expect(await create({ seconds: 1 })).toHaveProperty('seconds')
    expect(await create({ widgets: ['watch_site'] })).toHaveProperty(['widgets.0'])
    const off = await makeWall(server, await everything(), { status: 'disabled' })
    const { code } = await open()
    await server.call(scanWall, { code })
    const refused = await server.call(letWallIn, { code, id: off.id })
    expect([refused.code, (refused.data as { errors?: object } | null)?.errors]).toEqual([
      422,
      { id: 'This display is switched off.' },
    ])
  })
})
