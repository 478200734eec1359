import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleReach } from '../../src/shared/endpoints/people.ts'
import { makeCustomer, makePile, makeSite, makeUser } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** How much a role's people would reach, counted before it is saved. */

let server: TestServer
let sites: number[]
beforeAll(async () => {
  server = await startServer()
  sites = []
  for (const piles of [2, 3, 1]) {
    const { id } = await makeSite(server.db)
    sites.push(id)
    for (let at = 0; at < piles; at++) await makePile(server.db, { site_id: id })
  }
})
afterAll(() => server.stop())

test('counts what lies at chosen sites and what its people made', async () => {
  const clerk = await makeUser(server.db, { data_scope: 'sites', site_ids: sites.slice(0, 1) })
  await makeCustomer(server.db, { created_by: clerk.id })
  await makeCustomer(server.db)
  const count = async (site_ids: number[]) =>
    (await server.call(roleReach, { id: clerk.role_id, data_scope: 'sites', site_ids })).data
  expect(await count(sites.slice(0, 2))).toEqual({ sites: 2, piles: 5, customers: 1 })
  expect(await count(sites.slice(2))).toEqual({ sites: 1, piles: 1, customers: 1 })
  expect(await count([])).toEqual({ sites: 0, piles: 0, customers: 1 })
})

test('of everything it is all that there is, and each one’s own department is no number', async () => {
  const { role_id: id } = await makeUser(server.db)
  expect((await server.call(roleReach, { id, data_scope: 'all' })).data).toEqual({ sites: 3, piles: 6, customers: 2 })
  expect((await server.call(roleReach, { id, data_scope: 'department' })).data).toBeNull()
})

test('counts no more than its caller reaches, and takes no site that they do not', async () => {
  const keeper = await server.signIn({ permissions: ['role.list'], data_scope: 'sites', site_ids: sites.slice(1, 2) })
  const count = (body: object) => server.call(roleReach, { id: keeper.role_id, ...body } as never, { as: keeper })
  expect((await count({ data_scope: 'all' })).data).toEqual({ sites: 1, piles: 3, customers: 0 })
  expect((await count({ data_scope: 'sites', site_ids: sites })).code).toBe(422)
})
