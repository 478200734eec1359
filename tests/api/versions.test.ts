import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '../../src/shared/entities/index.ts'
import { bulkFields } from '../../src/shared/kit/bulk.ts'
import type { Entity } from '../../src/shared/kit/entity.ts'
import { makeSite, makeStrategy } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const changeable = (Object.values(entities) as Entity[]).filter(({ calls }) => calls.update)
/** Changes a record by its special call, as someone who names no version. */
const SPECIAL: readonly [string, object][] = [
  ['/system/user/approve', { id: 1 }],
  ['/system/user/disable', { id: 1 }],
  ['/admin/assign', { id: 1, role_ids: [] }],
  ['/system/role/permissions', { id: 1, permissions: [] }],
  ['/system/menu/update', { id: 1, hidden: true }],
  ['/system/menu/move', { id: 1, parent_id: null, place: 0 }],
  ['/system/device/batch-device-update', { id: 1, quantity: 2 }],
]

describe('a change without the version that was read', () => {
  test('of which there are many kinds', () => expect(changeable.length).toBeGreaterThan(12))

  test.each([...changeable.map(({ path, calls }) => [`${path}/${calls.update}`, { id: 1 }] as const), ...SPECIAL])(
    'is refused at its field by %s',
    async (path, body) => {
      for (const version of [undefined, null, 'latest', 1.5]) {
        const answer = await server.call(path, { ...body, version })
        expect(answer, JSON.stringify(version)).toMatchObject({
          code: 422,
          data: { errors: { version: expect.any(String) } },
        })
      }
    },
  )

  test('is told of in both languages', async () => {
    const asked = { id: 1, version: undefined }
    const said = async (language: 'en' | 'zh-CN') =>
      (await server.call('/system/park-lot/update', asked, { language })).data.errors.version
    expect(await said('en')).toContain('Send the version')
    expect(await said('zh-CN')).toContain('请附上')
  })

  test.each(
    changeable.filter((entity) => bulkFields(entity).length > 0).map((entity) => [entity.name, entity] as const),
  )('of several %s is refused, also of one of them', async (_, entity) => {
    const [[name, field] = ['', null]] = bulkFields(entity)
    const value = field?.choices?.[0] ?? (field?.kind === 'flag' ? true : 1)
    const body = { ids: [1, 2], change: { [name]: value } }
    for (const versions of [undefined, {}, { 1: 1 }, { 1: 1, 3: 1 }])
      expect(await server.call(`${entity.path}/bulk`, { ...body, versions })).toMatchObject({
        code: 422,
        data: { errors: { versions: expect.any(String) } },
      })
  })

  test('of a day’s prices is refused for the strategy and for each rule that is there', async () => {
    const strategy = await makeStrategy(server.db)
    const rule_id = strategy.rule_ids[0] as number
    const rule = await server.db
      .selectFrom('billing_rule')
      .selectAll()
      .where('id', '=', rule_id)
      .executeTakeFirstOrThrow()
    const {
      name,
      band,
      start_hour,
      end_hour,
      electricity_fee,
      service_fee,
      electricity_cost,
      occupation_fee,
      free_minutes,
      version,
    } = rule
    const values = {
      name,
      band,
      start_hour,
      end_hour,
      electricity_fee: electricity_fee + 1,
      service_fee,
      electricity_cost,
      occupation_fee,
      free_minutes,
    }
    const save = (strategyVersion: object, ruleVersion: object) =>
      server.call('/system/strategy/arrange', {
        id: strategy.id,
        ...strategyVersion,
        rules: [{ id: rule_id, ...ruleVersion, ...values }],
      })
    expect(await save({ version: undefined }, { version })).toMatchObject({
      code: 422,
      data: { errors: { version: expect.any(String) } },
    })
    expect(await save({ version: strategy.version }, {})).toMatchObject({
      code: 422,
      data: { errors: { 'rules.0.version': expect.any(String) } },
    })
    expect((await save({ version: strategy.version }, { version })).code).toBe(200)
    expect(
      (await save({ version: strategy.version }, { version: version + 1 })).code,
      'the strategy was overtaken',
    ).toBe(409)
  })
})

test('of two who read the same record the second is told what the first one did', async () => {
  const { id, version } = await makeSite(server.db)
  const change = (spaces: number) => server.call('/system/park-lot/update', { id, version, spaces })
  const [one, other] = await Promise.all([change(31), change(32)])
  expect([one.code, other.code].sort()).toEqual([200, 409])
  const refused = one.code === 409 ? one : other
  expect(refused.data.current.version).toBe(version + 1)
})
