import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openDatabase } from '../../src/server/kit/database/pool.ts'
import { installKit, kitOptions } from '../../src/server/kit/install.ts'
import { NOBODY, type Person } from '../../src/server/kit/person.ts'
import { Refusal, wrongField } from '../../src/server/kit/refusal.ts'
import { serve } from '../../src/server/kit/serve.ts'
import { endpoint } from '../../src/shared/kit/endpoint.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

const people: Record<string, Person> = {
  ann: {
    ...NOBODY,
    id: 1,
    user_name: 'ann',
    permissions: ['site.update'],
    grants: [{ permissions: ['site.update'], reach: null }],
  },
  root: { ...NOBODY, id: 2, user_name: 'root', permissions: ['*'], grants: [{ permissions: ['*'], reach: null }] },
}
const rename = endpoint({
  method: 'POST',
  path: '/rename',
  permission: 'site.update',
  reaches: { site: 'id' },
  body: z.object({ id: z.int(), name: z.string({ error: 'required' }).check(z.maxLength(5, { error: 'too_long' })) }),
  data: z.object({ name: z.string() }),
  repeatable: true,
  changes: 'site',
})
const look = endpoint({
  method: 'GET',
  path: '/look',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: z.null(),
})
const open = endpoint({
  method: 'POST',
  path: '/open',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({}),
  data: z.null(),
})

let database: FreshDatabase
let app: FastifyInstance
let changed: [string, number][] = []
const thrown: { error?: unknown } = {}
let attempts = 0
let isTaken = false

const deadlock = () => Object.assign(new pg.DatabaseError('deadlock detected', 1, 'error'), { code: '40P01' })

beforeAll(async () => {
  database = await freshDatabase()
  const { db } = database
  await db
    .insertInto('site')
    .values({ name: 'A', kind: 'off_street', spaces: 0, time_zone: 'UTC', status: 'enabled' })
    .execute()
  app = Fastify(kitOptions)
  installKit(app, {
    db,
    repeatKey: new Uint8Array(32),
    identify: async (token) => people[token] ?? null,
    changed: (entity, id) => changed.push([entity, id]),
  })
  app.register(async (scope) => {
    serve(scope, rename, async ({ id, name }, { db }) => {
      await db.updateTable('site').set({ name }).where('id', '=', id).execute()
      if (name === 'lost' && ++attempts < 3) throw deadlock()
      if (name === 'taken' && isTaken) throw new Refusal(409, 'in_use')
      if (name === 'no') throw new Refusal(409, 'in_use')
      return { name }
    })
    serve(scope, look, async () => {
      if (thrown.error) throw thrown.error
      return null
    })
    serve(scope, open, async () => null)
  })
  await app.ready()
})
afterEach(() => {
  changed = []
  delete thrown.error
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const ask = (url: string, body?: unknown, headers: Record<string, string> = { authorization: 'Bearer ann' }) =>
  app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers,
    ...(body !== undefined && { payload: body as object }),
  })
const nameOf = async (id: number) =>
  (await database.db.selectFrom('site').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

describe('who may call', () => {
  test('answers 401 without a token and with one of nobody', async () => {
    expect((await ask('/look', undefined, {})).statusCode).toBe(401)
    expect((await ask('/look', undefined, { authorization: 'Bearer nobody' })).json()).toMatchObject({
      code: 401,
      data: null,
    })
  })

  test('answers 403 to a person without the permission before the body is read', async () => {
    people.bob = { ...NOBODY, id: 3, permissions: ['site.list'] }
    const answer = await ask('/rename', '{broken', { authorization: 'Bearer bob', 'content-type': 'application/json' })
    expect(answer.json().message).toMatch(/has no permission to access the current resource/)
    expect(answer.statusCode).toBe(403)
  })

  test('grants everything to the wildcard', async () => {
    expect((await ask('/rename', { id: 1, name: 'W' }, { authorization: 'Bearer root' })).statusCode).toBe(200)
  })

  test.each([
    ['names no permission', {}],
    ['does not say whose records it touches', { permission: 'site.list' }],
  ])('does not start with a route that %s', async (_, config) => {
    const bare = Fastify()
    installKit(bare, { db: database.db, identify: async () => null, repeatKey: new Uint8Array(32), changed: () => {} })
    bare.get('/forgotten', { config }, async () => 'hello')
    await expect(bare.ready()).rejects.toThrow('GET /forgotten')
  })
})

describe('what it answers', () => {
  test('says in the language of the caller what is wrong with each field', async () => {
    const chinese = { authorization: 'Bearer ann', 'accept-language': 'fr, zh;q=0.9, en;q=0.1' }
    const answer = await ask('/rename', { id: 1, name: 'too long' }, chinese)
    expect(answer.json()).toEqual({
      code: 422,
      message: '请检查标出的内容。',
      data: { errors: { name: '最多 5 个字符。' } },
    })
  })

  test.each([
    ['text with a null character', { id: 1, name: 'a\0b' }, 'name'],
    ['half a surrogate pair', { id: 1, name: 'a\ud800' }, 'name'],
    ['a list for an object', [], 'body'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await ask('/rename', body)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().data.errors)).toContain(field)
  })

  test('refuses a body that no writer could write out again', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' }
    expect((await ask('/rename', `{"id":1,"name":${deep}}`, headers)).statusCode).toBe(422)
  })

  test.each([
    ['broken JSON', '{', 'application/json', 400],
    ['a prototype key', '{"__proto__":{"x":1}}', 'application/json', 400],
    ['another content type', '<a/>', 'text/xml', 415],
    ['more than a megabyte', `{"x":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413],
  ])('answers %s calmly', async (_, body, type, code) => {
    const answer = await ask('/rename', body, { authorization: 'Bearer ann', 'content-type': type })
    expect(answer.json()).toMatchObject({ code, data: null })
    expect(answer.statusCode).toBe(code)
  })

  test('takes an empty body with a JSON content type for an empty object', async () => {
    const answer = await app.inject({ method: 'POST', url: '/open', headers: { 'content-type': 'application/json' } })
    expect(answer.json()).toEqual({ code: 200, message: 'Operation is successful', data: null })
  })

  test('answers a fault with a number to report and none of its details', async () => {
    thrown.error = new Error('password is hunter2')
    const answer = await ask('/look')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('hunter2')
    expect(answer.json().message).toMatch(/report number [a-z0-9]+-[a-z0-9]+/)
  })

  test('names the field of a wrong input that only the database sees', async () => {
    thrown.error = wrongField('rule_ids', 'required')
    expect((await ask('/look')).json().data.errors).toEqual({ rule_ids: 'Please fill this in.' })
  })

  test('answers an address with broken encoding like any other bad request', async () => {
    expect((await ask('/look%zz')).json()).toMatchObject({ code: 400 })
  })

  test('slows down who asks too often without signing in', async () => {
    const answers = await Promise.all(Array.from({ length: 310 }, () => ask('/open', {}, {})))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThanOrEqual(9)
    expect(refused[0]?.json().message).toMatch(/try again in \d+ s/)
  })
})

describe('a write', () => {
  const key = (name: string) => ({ authorization: 'Bearer ann', 'idempotency-key': `${name}-0000` })
  const audits = () => database.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()

  test('is audited with what it changed and told to the screens', async () => {
    await ask('/rename', { id: 1, name: 'B' })
    await ask('/rename', { id: 1, name: 'C' })
    expect((await audits()).at(-1)).toMatchObject({
      user_name: 'ann',
      address: '127.0.0.1',
      action: 'rename',
      entity: 'site',
      entity_id: 1,
      before: { name: 'B' },
      after: { name: 'C' },
    })
    expect(changed).toEqual([
      ['site', 1],
      ['site', 1],
    ])
  })

  test('that is refused leaves neither change nor audit, and may be tried again', async () => {
    await ask('/rename', { id: 1, name: 'D' })
    const before = (await audits()).length
    for (const _ of [1, 2]) expect((await ask('/rename', { id: 1, name: 'no' }, key('refused'))).statusCode).toBe(409)
    expect(await nameOf(1)).toBe('D')
    expect((await audits()).length).toBe(before)
  })

  test('that was refused is done under the same key once nothing stands in its way', async () => {
    const kept = () => database.db.selectFrom('idempotency').selectAll().where('key', '=', 'freed-0000').execute()
    isTaken = true
    expect((await ask('/rename', { id: 1, name: 'taken' }, key('freed'))).statusCode).toBe(409)
    expect(await kept()).toEqual([])
    isTaken = false
    const done = await ask('/rename', { id: 1, name: 'taken' }, key('freed'))
    expect(done.json()).toMatchObject({ code: 200, data: { name: 'taken' } })
    expect(done.headers['idempotent-replayed']).toBeUndefined()
    expect(await nameOf(1)).toBe('taken')
  })

  test('that was refused for what it said may say something else under the same key', async () => {
    expect((await ask('/rename', { id: 1, name: 'no' }, key('mended'))).statusCode).toBe(409)
    expect((await ask('/rename', { id: 1, name: 'yes' }, key('mended'))).statusCode).toBe(200)
    expect(await nameOf(1)).toBe('yes')
  })

  test('that is repeated changes nothing and gets the first answer', async () => {
    const first = await ask('/rename', { id: 1, name: 'E' }, key('again'))
    await ask('/rename', { id: 1, name: 'F' })
    const again = await ask('/rename', { name: 'E', id: 1 }, key('again'))
    expect(again.body).toBe(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await nameOf(1)).toBe('F')
  })

  test('is done once when its twins arrive together', async () => {
    const before = (await audits()).length
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask('/rename', { id: 1, name: 'G' }, key('twins'))),
    )
    for (const answer of answers)
      expect(answer.json()).toEqual({ code: 200, message: expect.any(String), data: { name: 'G' } })
    expect((await audits()).length).toBe(before + 1)
  })

  test('with another body under the same key is refused', async () => {
    await ask('/rename', { id: 1, name: 'H' }, key('other'))
    expect((await ask('/rename', { id: 1, name: 'I' }, key('other'))).statusCode).toBe(422)
    expect(await nameOf(1)).toBe('H')
  })

  const instead = (name: string, ...keys: string[]) => ({ ...key(name), 'instead-of': keys.join(', ') })
  const keysOf = async (...names: string[]) => {
    const rows = database.db.selectFrom('idempotency').select('key').where('key', 'in', names)
    return (await rows.execute()).map((row) => row.key)
  }

  test('in other words is not done where the first stands, however often it is sent', async () => {
    expect((await ask('/rename', { id: 1, name: 'old' }, key('said'))).statusCode).toBe(200)
    for (const _ of [1, 2]) {
      const answer = await ask('/rename', { id: 1, name: 'new' }, instead('better', 'never-0000', 'said-0000'))
      expect(answer.json()).toEqual({
        ...{ code: 409, message: expect.stringMatching(/in the words it had before/) },
        data: { stands: { name: 'old' } },
      })
    }
    expect(await nameOf(1)).toBe('old')
    // One of them that was never asked for is free.
    expect(await keysOf('never-0000', 'better-0000')).toEqual([])
  })

  test('in other words is done where the first is not there, which is not done any more when it arrives', async () => {
    const done = await ask('/rename', { id: 1, name: 'right' }, instead('second', 'first-0000'))
    expect(done.json()).toMatchObject({ code: 200, data: { name: 'right' } })
    await ask('/rename', { id: 1, name: 'other' })
    const late = await ask('/rename', { id: 1, name: 'wrong' }, key('first'))
    expect(late.json()).toMatchObject({ code: 200, data: { name: 'right' } })
    expect(late.headers['idempotent-replayed']).toBe('true')
    const again = await ask('/rename', { id: 1, name: 'right' }, instead('second', 'first-0000'))
    expect(again.json()).toMatchObject({ code: 200, data: { name: 'right' } })
    expect(await nameOf(1)).toBe('other')
  })

  test('in both words at once is done in one of them', async () => {
    const before = (await audits()).length
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        ask('/rename', { id: 1, name: `a${at}` }, at === 0 ? key('race') : instead(`race${at}`, 'race-0000')),
      ),
    )
    expect((await audits()).length).toBe(before + 1)
    const name = await nameOf(1)
    for (const { code, data } of answers.map((answer) => answer.json()))
      expect(code === 200 ? data.name : data.stands.name).toBe(name)
  })

  test('instead of what another person asked for is done', async () => {
    await ask('/rename', { id: 1, name: 'hers' }, key('foreign'))
    const headers = { ...instead('mine', 'foreign-0000'), authorization: 'Bearer root' }
    expect((await ask('/rename', { id: 1, name: 'his' }, headers)).statusCode).toBe(200)
    expect(await nameOf(1)).toBe('his')
  })

  test('instead of what no key can be is refused', async () => {
    expect((await ask('/rename', { id: 1, name: 'x' }, instead('wild', 'short'))).statusCode).toBe(422)
  })

  test('of another person under the same key is their own', async () => {
    await ask('/rename', { id: 1, name: 'J' }, key('shared'))
    await ask('/rename', { id: 1, name: 'K' }, { ...key('shared'), authorization: 'Bearer root' })
    expect(await nameOf(1)).toBe('K')
  })

  test('that lost a deadlock is done again, and told once', async () => {
    expect((await ask('/rename', { id: 1, name: 'lost' }, key('deadlock'))).statusCode).toBe(200)
    expect(attempts).toBe(3)
    expect(changed).toEqual([['site', 1]])
  })

  test('that loses every time is refused as one to try again', async () => {
    attempts = -10
    expect((await ask('/rename', { id: 1, name: 'lost' })).json()).toMatchObject({ code: 503, data: null })
  })
})

test('says that the database does not answer when it does not', async () => {
  const nowhere = openDatabase({ host: '/nowhere', user: 'nobody', database: 'none' })
  const lost = Fastify(kitOptions)
  installKit(lost, {
    db: nowhere.db,
    identify: async () => people.root ?? null,
    repeatKey: new Uint8Array(32),
    changed: () => {},
  })
  lost.register(async (scope) => serve(scope, rename, async () => ({ name: '' })))
  const answer = await lost.inject({
    method: 'POST',
    url: '/rename',
    payload: { id: 1, name: 'x' },
    headers: { authorization: 'Bearer x' },
  })
  expect(answer.json()).toMatchObject({ code: 503, message: expect.stringMatching(/database does not answer/) })
  await lost.close()
  await nowhere.close()
})
