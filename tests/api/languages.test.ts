import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Asking {
  method?: string
  body?: string
  language: string
  token?: string
}

async function ask(path: string, { method = 'POST', body, language, token }: Asking) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      'accept-language': language,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, answer: await response.json() }
}

const CHINESE = /[\u4e00-\u9fff]/

test.each([
  ['nobody signed in', '/system/park-lot/index', { body: '{}' }, 401],
  ['no such address', '/system/nothing', { body: '{}' }, 404],
  ['no JSON', '/system/park-lot/create', { body: '{"name":', admin: true }, 400],
  ['fields that are missing', '/system/park-lot/create', { body: '{}', admin: true }, 422],
  ['a record that is none', '/system/park-lot/view', { body: '{"id":999999}', admin: true }, 404],
  [
    'a body too large',
    '/system/park-lot/create',
    { body: JSON.stringify({ name: 'x'.repeat(2_000_000) }), admin: true },
    413,
  ],
  ['done', '/system/park-lot/index', { body: '{}', admin: true }, 200],
] as const)('%s is said in the caller’s language', async (_, path, { body, ...more }, status) => {
  const token = 'admin' in more ? server.administrator.token : ''
  const english = await ask(path, { body, token, language: 'en' })
  const chinese = await ask(path, { body, token, language: 'zh-CN' })
  expect([english.status, chinese.status]).toEqual([status, status])
  expect(english.answer.message).not.toMatch(CHINESE)
  expect(english.answer.message).not.toMatch(/^\w+(:|_|$)/)
  expect(chinese.answer.message).toMatch(CHINESE)
  for (const told of Object.values(chinese.answer.data?.errors ?? {})) expect(told).toMatch(CHINESE)
})

test.each([
  ['zh', 'zh-CN'],
  ['zh-TW,en;q=0.8', 'zh-CN'],
  ['ja-JP,en;q=0.8', 'ja'],
  ['fr-FR, zh;q=0.5, en;q=0.4', 'zh-CN'],
  ['en-GB,zh;q=0.9', 'en'],
  ['zh;q=0, fr', 'en'],
  ['', 'en'],
])('"%s" is answered in %s, words and all', async (header, language) => {
  const { answer } = await ask('/language/language', { method: 'GET', language: header })
  expect(answer.data.language).toBe(language)
  expect(answer.data.words.common.yes).toBe({ en: 'Yes', ja: 'はい', 'zh-CN': '是' }[language])
})
