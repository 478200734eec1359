import { afterAll, beforeAll, expect, test } from 'vitest'
import { provinces, type Region } from '../../src/shared/endpoints/regions.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const below = async (query: object, language: 'en' | 'zh-CN' = 'en') =>
  (await server.call(provinces, query as never, { language })).data as Region[]
const titles = (regions: Region[]) => regions.map(({ title }) => title)

test('gives the provinces, then the cities of one, then the areas of one', async () => {
  const all = await below({})
  expect(all).toHaveLength(34)
  expect(all.find(({ id }) => id === 330000)).toEqual({ id: 330000, title: 'Zhejiang', has_children: true })
  const cities = await below({ parent_id: 330000 })
  expect(titles(cities)).toContain('Hangzhou')
  const areas = await below({ parent_id: 330100 })
  expect(areas.find(({ id }) => id === 330106)).toEqual({ id: 330106, title: 'Xihu District', has_children: false })
  expect(await below({ parent_id: 330106 })).toEqual([])
})

test("names them in the caller's language", async () => {
  expect(titles(await below({ parent_id: 310100 }, 'zh-CN'))).toContain('浦东新区')
  expect(titles(await below({ parent_id: 310100 }))).toContain('Pudong New Area')
  expect(titles(await below({}))).toEqual(expect.arrayContaining(['Shanxi', 'Shaanxi', 'Inner Mongolia', 'Hong Kong']))
  expect(titles(await below({ parent_id: 610000 }))).toContain("Xi'an")
  expect(titles(await below({ parent_id: 420000 }))).toContain('Enshi Prefecture')
})

test('gives the whole tree at once, with every division in it', async () => {
  const tree = await below({ tree: '1' }, 'zh-CN')
  const count = (regions: Region[]): number => regions.reduce((sum, { children = [] }) => sum + 1 + count(children), 0)
  expect(count(tree)).toBeGreaterThan(3_800)
  const hangzhou = tree.find(({ id }) => id === 330000)?.children?.find(({ id }) => id === 330100)
  expect(titles(hangzhou?.children ?? [])).toContain('西湖区')
})

test('is not sent again to who has it', async () => {
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/common-provinces/index`, {
      headers: { authorization: `Bearer ${server.administrator.token}`, ...headers },
    })
  const first = await ask()
  const etag = String(first.headers.get('etag'))
  expect(first.headers.get('cache-control')).toMatch(/private/)
  const again = await ask({ 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await ask({ 'if-none-match': etag, 'accept-language': 'zh-CN' })).status).toBe(200)
})

test('refuses what is no division, and who is not signed in', async () => {
  for (const parent_id of ['999999', '-1', '1.5', 'Shanghai'])
    expect(await server.call(provinces, { parent_id } as never), parent_id).toMatchObject({
      code: 422,
      data: { errors: { parent_id: expect.any(String) } },
    })
  expect((await server.call(provinces, { tree: 'maybe' } as never)).code).toBe(422)
  expect((await server.call(provinces, {}, { as: null })).code).toBe(401)
})
