import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSite, makeStrategy } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const bulk = (body: object, options = {}) => server.call('POST /system/park-lot/bulk', body, options)
const someSites = async (count: number) => {
  const sites = []
  for (let at = 0; at < count; at++) sites.push(await makeSite(server.db))
  return sites.map(({ id }) => id)
}
const statusesOf = async (ids: number[]) =>
  (await server.db.selectFrom('site').select('status').where('id', 'in', ids).execute()).map(({ status }) => status)

describe('one change of many records', () => {
  test('is made to each of them, and each is audited', async () => {
    const ids = await someSites(3)
    expect(await bulk({ ids, change: { status: 'disabled' } })).toMatchObject({ code: 200, data: { changed: 3 } })
    expect(await statusesOf(ids)).toEqual(['disabled', 'disabled', 'disabled'])
    const noted = await server.db
      .selectFrom('audit_entry')
      .select(['entity_id', 'after'])
      .where('entity', '=', 'site')
      .where('action', '=', 'update')
      .where('entity_id', 'in', ids)
      .orderBy('entity_id')
      .execute()
    expect(noted).toEqual(ids.map((entity_id) => ({ entity_id, after: { status: 'disabled' } })))
  })

  test('sets a reference, and empties one that may be empty', async () => {
    const ids = await someSites(2)
    const strategy = await makeStrategy(server.db)
    const strategies = async () =>
      (await server.db.selectFrom('site').select('strategy_id').where('id', 'in', ids).execute()).map(
        (row) => row.strategy_id,
      )
    await bulk({ ids, change: { strategy_id: strategy.id } })
    expect(await strategies()).toEqual([strategy.id, strategy.id])
    await bulk({ ids, change: { strategy_id: null } })
    expect(await strategies()).toEqual([null, null])
  })

  test('is made to none of them when one refuses, with the reason of each', async () => {
    const ids = await someSites(2)
    const answer = await bulk({ ids, change: { strategy_id: 987_654_321 } })
    expect(answer.code).toBe(409)
    expect(answer.data.refused).toEqual([
      { id: ids[0], title: expect.any(String), reason: 'What was chosen here does not exist any more.' },
      { id: ids[1], title: expect.any(String), reason: 'What was chosen here does not exist any more.' },
    ])
    expect((await bulk({ ids: [...ids, 987_654_321], change: { status: 'disabled' } })).code).toBe(404)
    expect(await statusesOf(ids)).toEqual(['enabled', 'enabled'])
  })

  test('says which of them someone changed meanwhile, and who, before it changes any', async () => {
    const ids = await someSites(3)
    const [first = 0, second = 0, third = 0] = ids
    const versions = { [first]: 1, [second]: 1, [third]: 1 }
    const ann = await server.signIn({ permissions: ['site.list', 'site.update'] })
    await server.call('/system/park-lot/update', { id: second, version: 1, address: 'Elsewhere' }, { as: ann })
    const answer = await bulk({ ids, change: { status: 'disabled' }, versions })
    expect(answer.code).toBe(409)
    expect(answer.data.refused).toEqual([
      {
        id: second,
        title: expect.any(String),
        reason: expect.stringMatching(/^Changed by .+ in the meantime\.$/),
        changed: { by: expect.any(String), at: expect.any(String), version: 2 },
      },
    ])
    expect(await statusesOf(ids)).toEqual(['enabled', 'enabled', 'enabled'])
    expect((await bulk({ ids, change: { status: 'disabled' }, versions: { ...versions, [second]: 2 } })).code).toBe(200)
    expect(await statusesOf(ids)).toEqual(['disabled', 'disabled', 'disabled'])
  })

  test('names what it cannot set', async () => {
    const ids = await someSites(1)
    const { code, data } = await bulk({ ids, change: { name: 'Same', colour: 1 } })
    expect([code, data.errors]).toEqual([
      422,
      {
        'change.name': 'name is no field that can be set on several records at once.',
        'change.colour': 'colour is no field that can be set on several records at once.',
      },
    ])
    expect((await bulk({ ids, change: { status: 'disabled' }, versions: { one: 1 } })).code).toBe(422)
  })

  test('is done once under the same key', async () => {
    const ids = await someSites(1)
    const key = 'a-bulk-change-of-one'
    const body = { ids, versions: Object.fromEntries(ids.map((id) => [id, 1])), change: { status: 'disabled' } }
    await bulk(body, { key })
    await server.db.updateTable('site').set({ status: 'enabled' }).where('id', 'in', ids).execute()
    expect(await bulk(body, { key })).toMatchObject({
      code: 200,
      data: { changed: 1 },
    })
    expect(await statusesOf(ids)).toEqual(['enabled'])
  })

  test('takes one field that many may share, and no other', async () => {
    const ids = await someSites(1)
    for (const change of [
      {},
      { name: 'Same' },
      { status: 'open' },
      { status: 'disabled', kind: 'on_street' },
      { id: 4 },
    ])
      expect((await bulk({ ids, change })).code, JSON.stringify(change)).toBe(422)
    for (const wrong of [[], 'all', [0], Array.from({ length: 501 }, (_, at) => at + 1)])
      expect((await bulk({ ids: wrong, change: { status: 'disabled' } })).code, String(wrong).slice(0, 20)).toBe(422)
    expect(await statusesOf(ids)).toEqual(['enabled'])
  })

  test('needs the permission to change them', async () => {
    const ids = await someSites(1)
    const clerk = await server.signIn({ permissions: ['site.list', 'site.create'] })
    expect((await bulk({ ids, change: { status: 'disabled' } }, { as: clerk })).code).toBe(403)
    expect((await bulk({ ids, change: { status: 'disabled' } }, { as: null })).code).toBe(401)
    expect(await statusesOf(ids)).toEqual(['enabled'])
  })
})
