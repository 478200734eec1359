import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { routeRemove } from '../../src/shared/endpoints/people.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let viewer: SignedIn
let tag: string

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  viewer = await server.signIn({ permissions: ['alarm.list', 'site.list'] })
  tag = (await ask()).data.tag
})

async function ask(known = '', { as = viewer, language = 'en' } = {}) {
  const response = await fetch(`${server.url}/api${userMenus.path}`, {
    headers: { authorization: `Bearer ${as.token}`, 'if-none-match': known, 'accept-language': language },
  })
  const text = await response.text()
  return { status: response.status, etag: response.headers.get('etag'), text, ...(text && JSON.parse(text)) }
}

const role = (change: object) => ({ id: viewer.role_id, ...change })
const menu_id = async (name: string) =>
  (await server.db.selectFrom('menu').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

describe('a menu that someone has', () => {
  test.each([
    ['as it is named', (own: string) => `"${own}"`],
    ['as a proxy weakened it', (own: string) => `W/"${own}"`],
    ['among others', (own: string) => `"x", "${own}"`],
  ])('is not sent again, %s', async (_, named) => {
    expect(await ask(named(tag))).toMatchObject({ status: 304, text: '', etag: `"${tag}"` })
  })

  test('is sent to who has another one, or another person’s', async () => {
    const other = await server.signIn({ permissions: ['alarm.list', 'site.list'] })
    const { data } = await ask(`"${tag}"`, { as: other })
    expect(data.user.userId).toBe(other.id)
    expect(data.tag).not.toBe(tag)
    expect((await ask(`"${tag}x"`)).status).toBe(200)
  })

  test('is refused to who is not signed in, whatever they have', async () => {
    expect((await ask(`"${tag}"`, { as: { ...viewer, token: 'none' } })).status).toBe(401)
  })

  test('is sent in another language to who asks for that', async () => {
    const { data } = await ask(`"${tag}"`, { language: 'zh-CN' })
    expect(data.tag).not.toBe(tag)
    expect(await ask(`"${data.tag}"`, { language: 'zh-CN' })).toMatchObject({ status: 304 })
  })

  const alarms = () => menu_id('alarms')
  const atOnce: [what: string, change: () => Promise<{ code: number }>][] = [
    [
      'their role carries another entry',
      async () => server.call('/system/role/edit', role({ menu_ids: [await menu_id('piles')] })),
    ],
    ['their role is disabled', () => server.call('/system/role/edit', role({ status: 'disabled' }))],
    ['their role is called something else', () => server.call('/system/role/edit', role({ alias: `a${next()}` }))],
    [
      'they get another role',
      async () => {
        const { role_id } = await server.signIn({ permissions: ['pile.list'] })
        return server.call('/admin/assign', { id: viewer.id, role_ids: [viewer.role_id, role_id] })
      },
    ],
    [
      'an entry is taken from them alone',
      async () => server.call(routeRemove, { user_id: viewer.id, ids: [await alarms()] }),
    ],
    [
      'an entry is called something else',
      async () => server.call('/system/menu/update', { id: await alarms(), titles: { en: `Alarms ${next()}` } }),
    ],
    [
      'an entry is added',
      async () =>
        server.call('/system/menu/add', { name: `own${next()}`, titles: { en: 'Own' }, url: 'https://a.example' }),
    ],
  ]

  test.each(atOnce)('is sent anew when %s', async (_, change) => {
    expect((await change()).code).toBe(200)
    await expectAnew()
  })

  /** Where the one does not know of it, within a second. */
  const elsewhere: [what: string, change: () => Promise<unknown>][] = [
    ['a right is taken', () => changeRow('role', viewer.role_id, { permissions: ['alarm.list'] })],
    ['they are called something else', () => changeRow('users', viewer.id, { name: `N ${next()}` })],
    ['an entry is hidden', async () => changeRow('menu', await alarms(), { hidden: next() % 2 > 0, sort: next() })],
  ]

  test.each(elsewhere)('is sent anew when another node says that %s', async (_, change) => {
    await change()
    await expect.poll(async () => (await ask(`"${tag}"`)).status).toBe(200)
    await expectAnew()
  })

  const changeRow = (table: 'role' | 'users' | 'menu', id: number, values: object) =>
    server.db.updateTable(table).set(values).where('id', '=', id).execute()

  async function expectAnew() {
    const now = await ask(`"${tag}"`)
    expect(now.status).toBe(200)
    expect(now.data.tag).not.toBe(tag)
    expect(await ask(`"${now.data.tag}"`)).toMatchObject({ status: 304 })
  }
})
