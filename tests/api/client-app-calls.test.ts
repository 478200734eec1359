import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isForPeople } from '../../src/server/kit/person.ts'
import { PEOPLE_ONLY } from '../../src/shared/domain/people-only.ts'
import type { Endpoint } from '../../src/shared/kit/endpoint.ts'
import { permissionOf } from '../../src/shared/kit/entity.ts'
import { makeCheckList, makePile, makePileType, makeRule, makeStrategy } from '../make.ts'
import { makeApp, tokenOf } from '../setup/client-app.ts'
import { allEntities, everyEndpoint, nameOf } from '../setup/contract.ts'
import { draftOf } from '../setup/drafts.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { makeSide, type Side } from '../setup/two-sides.ts'
import { INPUTS } from './reach/calls.ts'

/** Every call that the API has, as a client app. */

let server: TestServer
let side: Side
beforeAll(async () => {
  server = await startServer()
  side = await makeSide(server.db, 'north')
})
afterAll(() => server.stop())

/** As many calls as a test makes at once. */
const OFTEN = { rate: 6_000 }

/** All entries of the menu that a client app may carry. */
async function everything(): Promise<string[]> {
  const rows = await server.db.selectFrom('menu').select(['name', 'permission']).execute()
  return rows.flatMap(({ name, permission }) => (permission && !isForPeople(permission) ? [name] : []))
}

const called = everyEndpoint.filter(({ permission }) => permission !== 'public')

test('what only people may do is known to the menu', () => {
  const codes = new Set(everyEndpoint.map(({ permission }) => permission))
  expect([...PEOPLE_ONLY].filter((code) => !codes.has(code))).toEqual([])
})

/** What a call has to answer: done or refused as any input may be, or that it is not for this app. */
async function wrongOf(endpoint: Endpoint, may: (permission: string) => boolean, as: { token: string }) {
  const { permission } = endpoint
  const { code, message } = await server.call(nameOf(endpoint), {}, { as })
  const why = isForPeople(permission)
    ? 'Only people may do this, signed in themselves; a client app may not.'
    : `The client app has no permission ${permission}, or its token was not made for it.`
  const isRight = may(permission) ? ![401, 403].includes(code) && code < 500 : code === 403 && message === why
  return isRight ? [] : [`${nameOf(endpoint)} (${permission}): ${code} ${message}`]
}

describe.each([
  ['little', async () => ['sites', 'order.export', 'card.allocate']],
  ['all that an app may do', everything],
])('a client app that was given %s', (_, menusOf) => {
  test('may call that and nothing else, and is told why', async () => {
    const app = await makeApp(server, { menus: await menusOf(), ...OFTEN })
    const { data } = await server.call('/system/app/view', { id: app.id })
    const as = await tokenOf(server, app)
    const wrong: string[] = []
    for (const endpoint of called)
      wrong.push(...(await wrongOf(endpoint, (code) => data.permissions.includes(code), as)))
    expect(wrong).toEqual([])
  })
})

test('a token for less is told of all the rest that it was not made for it', async () => {
  const app = await makeApp(server, { menus: ['sites', 'site.update', 'orders'] })
  const as = await tokenOf(server, app, { scope: 'site.list' })
  const wrong: string[] = []
  for (const endpoint of called.filter(({ permission }) => /^(site|order)\./.test(permission)))
    wrong.push(...(await wrongOf(endpoint, (code) => code === 'site.list', as)))
  expect(wrong).toEqual([])
})

describe('what a client app writes', () => {
  const theirs = (permission: string) => !isForPeople(permission)

  test('is taken wherever a person’s would be: each call that names records', async () => {
    const app = await makeApp(server, { menus: await everything(), ...OFTEN })
    const as = await tokenOf(server, app)
    const codes: Record<string, number> = {}
    for (const endpoint of called.filter(({ path, permission }) => path in INPUTS && theirs(permission)))
      codes[endpoint.path] = (await server.call(nameOf(endpoint), INPUTS[endpoint.path]?.(side), { as })).code
    expect(Object.entries(codes).filter(([, code]) => code >= 500 || code === 401 || code === 403)).toEqual([])
    const done = Object.keys(codes).filter((path) => codes[path] === 200)
    expect(done).toEqual(
      expect.arrayContaining(['/system/client/charge', '/system/refund/request', '/system/device/reset-password']),
    )
  })

  test('is a record of each kind, made under its name', async () => {
    const app = await makeApp(server, { menus: await everything(), ...OFTEN })
    const as = await tokenOf(server, app)
    const { id: strategy } = await makeStrategy(server.db)
    const { id: billing_rule } = await makeRule(server.db)
    // One of which there is no template yet.
    const { id: pile_type } = await makePileType(server.db)
    // One whose connectors have no berth yet.
    const { id: pile } = await makePile(server.db, { site_id: side.ids.site as number })
    const { id: check_list } = await makeCheckList(server.db)
    // What a screen on a wall sees is no more than the app does.
    const { role_id: role } = await server.signIn({ permissions: ['dashboard.view'] })
    const known = {
      ids: {
        ...side.ids,
        user: server.administrator.id,
        strategy,
        billing_rule,
        pile_type,
        pile,
        role,
        check_list,
      } as Record<string, number>,
      picture: side.key,
    }
    const wrong: string[] = []
    const made: object[] = []
    for (const entity of allEntities.filter(({ calls }) => calls.create)) {
      if (!theirs(permissionOf(entity, 'create'))) continue
      const { code, data, message } = await server.call(
        `${entity.path}/${entity.calls.create}`,
        draftOf(entity, known),
        {
          as,
        },
      )
      if (code !== 200) wrong.push(`${entity.name}: ${code} ${message} ${JSON.stringify(data?.errors)}`)
      else made.push({ entity: entity.name, entity_id: data.id })
    }
    expect(wrong).toEqual([])
    const entries = await server.db
      .selectFrom('audit_entry')
      .select(['entity', 'entity_id'])
      .where('user_id', '=', -app.id)
      .where('user_name', '=', app.name)
      .where('action', '=', 'create')
      .execute()
    expect(entries).toEqual(expect.arrayContaining(made))
  })

  test('is its own: it finds what it made, and a record in its reach may hold what it uploaded', async () => {
    const menus = ['sites', 'site.update', 'customers', 'customer.create', 'file.upload']
    const app = await makeApp(server, { menus, data_scope: 'sites', site_ids: [side.ids.site] })
    const as = await tokenOf(server, app)
    const made = await server.call('/system/client/create', { account: 'partner-1', password: 'long enough 1' }, { as })
    expect(made.code, made.message).toBe(200)
    const { data } = await server.call('/system/client/index', {}, { as })
    expect(data.rows.map(({ id }: { id: number }) => id)).toContain(made.data.id)
    const form = new FormData()
    form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'yard.png')
    const headers = { authorization: `Bearer ${as.token}` }
    const uploading = await fetch(`${server.url}/api/pub/upload/singleImg`, { method: 'POST', headers, body: form })
    const uploaded = (await uploading.json()) as { message: string; data: { key: string } }
    expect(uploading.status, uploaded.message).toBe(200)
    const held = await server.call(
      '/system/park-lot/update',
      { id: side.ids.site, main_image: uploaded.data.key },
      { as },
    )
    expect(held.code, JSON.stringify(held.data)).toBe(200)
  })

  test('is done once, however often it is sent', async () => {
    const as = await tokenOf(server, await makeApp(server, { menus: ['customers', 'customer.top_up'] }))
    const pay = () =>
      server.call('/system/client/charge', { id: side.ids.customer, amount_cents: 100 }, { as, key: 'partner-0001' })
    const [first, again] = [await pay(), await pay()]
    expect([first.code, again.code, again.data]).toEqual([200, 200, first.data])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
