import { afterAll, beforeAll, expect, test } from 'vitest'
import { spoken } from '../../src/shared/kit/languages.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const OWN = [
  { name: 'harbour', titles: { en: 'Harbour', 'zh-CN': '港口', ja: 'みなと' } },
  { name: 'airport', titles: { 'zh-CN': '机场' } },
  { name: 'zoo', titles: { en: 'Zoo', ja: 'どうぶつえん' } },
]

beforeAll(async () => {
  server = await startServer()
  for (const one of OWN)
    await server.call('/system/menu/add', { type: 'link', url: 'https://a.example', ...one }, { language: 'en' })
})
afterAll(() => server.stop())

const listed = async (query: object, language: string): Promise<string[]> => {
  const { data } = await server.call('/system/menu/index', { type: 'link', ...query }, { language })
  return data.rows.map(({ titles }: (typeof OWN)[number]) => spoken(titles as Record<string, string>, language))
}

test.each([
  ['en', ['Harbour', 'Zoo', '机场']],
  ['ja', ['どうぶつえん', 'みなと', '机场']],
])('a list is in the order of what its reader sees: %s', async (language, titles) => {
  expect(await listed({ prop: 'titles', order: 'asc' }, language)).toEqual(titles)
  expect(await listed({ prop: 'titles', order: 'desc' }, language)).toEqual([...titles].reverse())
})

test('it is looked for by what it says in any language, not by the tags', async () => {
  expect(await listed({ keyword: 'みな' }, 'en')).toEqual(['Harbour'])
  expect(await listed({ keyword: '机场' }, 'en')).toEqual(['机场'])
  expect(await listed({ keyword: 'harb' }, 'ja')).toEqual(['みなと'])
  expect(await listed({ keyword: 'zh-CN' }, 'en')).toEqual([])
  expect(await listed({ titles: ['Zoo', '港口'] }, 'en')).toHaveLength(2)
})

test.each([
  ['a language that is not here', { tlh: 'Qapla' }, 'There is no such language here.'],
  ['a text too long', { en: 'x'.repeat(61) }, 'At most 60 characters.'],
  ['no texts', 'Harbour', 'Please fill this in.'],
  ['a text that is none', { en: 5 }, 'Please fill this in.'],
  ['nothing said in any language', { en: '  ', ja: null }, 'Please fill this in.'],
])('%s is refused at its field', async (_, titles, said) => {
  const entry = { name: 'none', type: 'link', url: 'https://a.example', titles }
  const { code, data } = await server.call('/system/menu/add', entry, { language: 'en' })
  expect([code, Object.entries(data.errors)[0]]).toEqual([422, [expect.stringMatching(/^titles/), said]])
})

test('what is emptied in a language is said there as in the others', async () => {
  const { data } = await server.call('/system/menu/index', { keyword: 'harbour' })
  const { id } = data.rows[0]
  await server.call('/system/menu/update', { id, titles: { en: 'Port', 'zh-CN': '', ja: null } })
  const changed = await server.call('/system/menu/index', { keyword: 'harbour' })
  expect(changed.data.rows[0].titles).toEqual({ en: 'Port' })
})
