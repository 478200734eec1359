import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { crud } from '../../src/server/kit/crud/crud.ts'
import { installKit, kitOptions } from '../../src/server/kit/install.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { nothingFor } from '../../src/server/kit/reach/reach.ts'
import { wrongField } from '../../src/server/kit/refusal.ts'
import { site } from '../../src/shared/entities/site.ts'
import { makePile, makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { withVersion } from '../setup/versions.ts'

/** What a feature may add to an entity's plain calls, and a list that is asked for by GET. */

const byGet = { ...site, listBy: 'GET' as const }
let database: FreshDatabase
let app: FastifyInstance
let own: number
let foreign: number
const changed: [string, number][] = []

beforeAll(async () => {
  database = await freshDatabase()
  app = Fastify(kitOptions)
  installKit(app, {
    db: database.db,
    repeatKey: new Uint8Array(32),
    identify: async (name) => ({
      ...NOBODY,
      id: 7,
      user_name: name,
      permissions: ['*'],
      grants: [{ permissions: ['*'], reach: name === 'ann' ? { ...nothingFor(7), sites: [own] } : null }],
    }),
    changed: (entity, id) => changed.push([entity, id]),
  })
  app.register(async (scope) => {
    crud(scope, byGet, {
      extend: async (rows) => rows.map((row) => ({ ...row, address: `${row.name}!` })),
      summary: async (where, { db }) => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from site t where ${where('kind')}`.execute(db)
        return { of_any_kind: rows[0]?.n ?? 0 }
      },
      check: async ({ spaces, name, kind }, _, before) => {
        if (before?.contact === 'bob' && kind !== before.kind) throw wrongField('kind', 'invalid')
        if (spaces > 100 && !before) throw wrongField('spaces', 'out_of_range', { min: 0, max: 100 })
        if (before && name === before.phone) throw wrongField('name', 'invalid')
      },
    })
  })
  await app.ready()
})
beforeEach(async () => {
  await database.db.deleteFrom('site').execute()
  own = (await makeSite(database.db, { name: 'Own', contact: 'ann', kind: 'off_street' })).id
  foreign = (await makeSite(database.db, { name: 'Foreign', contact: 'bob', kind: 'on_street' })).id
  changed.length = 0
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const get = async (query: Record<string, string>, as = 'root') =>
  (await app.inject({ url: '/system/park-lot/index', query, headers: { authorization: `Bearer ${as}` } })).json()
const post = async (last: string, payload: object, as = 'root') =>
  (
    await app.inject({
      method: 'POST',
      url: `/system/park-lot/${last}`,
      payload: (await withVersion(database.db, `/system/park-lot/${last}`, payload)) as object,
      headers: { authorization: `Bearer ${as}` },
    })
  ).json()
const namesOf = (answer: { data: { rows: { name: string }[] } }) => answer.data.rows.map(({ name }) => name)

describe('a list by GET', () => {
  test('takes lists and bounds as JSON or flat, and ignores the stamp against caches', async () => {
    expect(namesOf(await get({ kind: '["on_street","off_street"]', _: '1763600000000', page_size: '10' }))).toEqual([
      'Foreign',
      'Own',
    ])
    expect(namesOf(await get({ kind: 'on_street' }))).toEqual(['Foreign'])
    await post('update', { id: own, spaces: 80 })
    expect(namesOf(await get({ spaces: '{"from":50}' }))).toEqual(['Own'])
    expect(namesOf(await get({ spaces_from: '50', spaces_to: '80' }))).toEqual(['Own'])
    expect(namesOf(await get({ spaces_to: '79' }))).toEqual(['Foreign'])
    expect(await get({ kind: '["on_street"' })).toMatchObject({
      code: 422,
      data: { errors: { kind: expect.any(String) } },
    })
  })

  test('is completed and summed up by its feature', async () => {
    const answer = await get({ kind: 'on_street' })
    expect(answer.data).toMatchObject({ total: 1, summary: { of_any_kind: 2 }, rows: [{ address: 'Foreign!' }] })
  })
})

describe('a reach', () => {
  test('holds on every call', async () => {
    expect(namesOf(await get({}, 'ann'))).toEqual(['Own'])
    expect((await get({}, 'ann')).data).toMatchObject({ total: 1, summary: { of_any_kind: 1 } })
    expect((await post('get-park-lot', {}, 'ann')).data).toEqual([{ id: own, title: 'Own' }])
    expect((await post('get-park-lot', { ids: [own, foreign] }, 'ann')).data).toHaveLength(1)
    for (const [call, body] of [
      ['view', { id: foreign }],
      ['update', { id: foreign, spaces: 1 }],
      ['delete', { id: foreign }],
      ['delete', { ids: [own, foreign] }],
    ] as const)
      expect((await post(call, body, 'ann')).code, call).toBe(404)
    expect((await post('view', { id: own }, 'ann')).code).toBe(200)
    expect(namesOf(await get({}))).toHaveLength(2)
  })
})

describe('a check', () => {
  const draft = { name: 'New', kind: 'off_street', spaces: 101, time_zone: 'UTC', status: 'enabled' }

  test('refuses what no single field shows, and nothing is kept', async () => {
    expect(await post('create', draft)).toMatchObject({ code: 422, data: { errors: { spaces: 'Between 0 and 100.' } } })
    expect(namesOf(await get({}))).not.toContain('New')
  })

  test('refuses one of many, and then all of them stay as they were, with its reason', async () => {
    const answer = await post('bulk', { ids: [own, foreign], change: { kind: 'off_street' } })
    const reason = 'This value does not fit.'
    expect(answer).toMatchObject({ code: 409, data: { refused: [{ id: foreign, title: 'Foreign', reason }] } })
    expect((await get({ kind: 'on_street' })).data.total).toBe(1)
    await post('bulk', { ids: [own], change: { kind: 'on_street' } })
    expect((await post('bulk', { ids: [own, foreign], change: { kind: 'off_street' } })).code).toBe(409)
    expect((await get({ kind: 'on_street' })).data.total).toBe(2)
    expect((await post('bulk', { ids: [own, foreign], change: { status: 'disabled' } }, 'ann')).code).toBe(404)
  })

  test('sees the record as it would be, and as it was', async () => {
    await post('update', { id: own, phone: '13800000000' })
    expect((await post('update', { id: own, name: '13800000000' })).code).toBe(422)
    expect((await post('update', { id: own, spaces: 101 })).code).toBe(200)
  })
})

describe('what changed', () => {
  test('is told once it is durable, and not when it was refused', async () => {
    await makePile(database.db, { site_id: foreign })
    await post('update', { id: own, spaces: 5 })
    await post('update', { id: own, spaces: 5 })
    await post('update', { id: own, spaces: 6, version: 1 })
    await post('delete', { id: foreign })
    await post('delete', { id: own })
    expect(changed).toEqual([
      ['site', own],
      ['site', own],
    ])
    await database.db.deleteFrom('pile').execute()
  })
})
