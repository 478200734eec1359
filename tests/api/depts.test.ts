import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseMisplaced } from '../../src/server/kit/tree.ts'
import { type DeptNode, deptTree } from '../../src/shared/endpoints/people.ts'
import { makeSite, makeUser, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const add = async (more: object = {}) =>
  (await server.call('/system/dept/add', { name: `Dept ${next()}`, ...more })).data as { id: number; name: string }
const tree = async () => (await server.call(deptTree, {})).data
const find = (nodes: readonly DeptNode[], id: number): DeptNode | undefined =>
  nodes.flatMap((node) => [node, find(node.children, id)]).find((node) => node?.id === id)

test('departments are a tree, in their order, with who belongs to them', async () => {
  const root = await add({ remark: 'All of it' })
  const late = await add({ parent_id: root.id, sort: 2 })
  const early = await add({ parent_id: root.id, sort: 1 })
  const user = await makeUser(server.db)
  await server.call('/system/user/edit', { id: user.id, dept_id: early.id })
  const node = find(await tree(), root.id)
  expect(node).toMatchObject({ parentId: 0, label: root.name, remark: 'All of it', status: 'normal', users: 0 })
  expect(node?.children.map(({ id, parentId, users }) => [id, parentId, users])).toEqual([
    [early.id, root.id, 1],
    [late.id, root.id, 0],
  ])
})

test('one stands neither under itself, nor under what stands under it, nor deeper than eight steps', async () => {
  const top = await add()
  const low = await add({ parent_id: (await add({ parent_id: top.id })).id })
  for (const parent_id of [top.id, low.id, 987_654_321])
    expect(await server.call('/system/dept/edit', { id: top.id, parent_id })).toMatchObject({
      code: 422,
      data: { errors: { parent_id: expect.any(String) } },
    })
  let parent_id = low.id
  for (let step = 4; step <= 8; step++) parent_id = (await add({ parent_id })).id
  expect((await server.call('/system/dept/add', { name: 'Ninth', parent_id })).code).toBe(422)
  const deep = await add()
  await add({ parent_id: deep.id })
  expect((await server.call('/system/dept/edit', { id: deep.id, parent_id })).code).toBe(422)
})

test('two that are put under each other in the same instant make no ring', async () => {
  const [a, b] = [await add(), await add()]
  let late: Promise<{ code: number }> | undefined
  await server.db.transaction().execute(async (trx) => {
    await refuseMisplaced(trx, 'dept', { id: a.id, parent_id: b.id, deepest: 8 })
    await trx.updateTable('dept').set({ parent_id: b.id }).where('id', '=', a.id).execute()
    late = server.call('/system/dept/edit', { id: b.id, parent_id: a.id })
    const first = await Promise.race([late, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])
    expect(first).toBe('waits')
  })
  expect((await late)?.code).toBe(422)
})

test('names are unique beside each other only', async () => {
  const [one, other] = [await add(), await add()]
  await add({ name: 'Yard', parent_id: one.id })
  expect((await server.call('/system/dept/add', { name: 'Yard', parent_id: other.id })).code).toBe(200)
  expect(await server.call('/system/dept/add', { name: 'Yard', parent_id: one.id })).toMatchObject({ code: 409 })
  expect(await server.call('/system/dept/add', { name: one.name })).toMatchObject({ code: 409 })
})

test('one that people, sites or other departments belong to says so and stays', async () => {
  const dept = await add()
  const child = await add({ parent_id: dept.id })
  const site = await makeSite(server.db, { dept_id: dept.id })
  const user = await makeUser(server.db)
  await server.call('/system/user/edit', { id: user.id, dept_id: dept.id })
  const { code, data } = await server.call('/system/dept/delete', { id: dept.id })
  expect(code).toBe(409)
  expect(data.uses.map(({ entity, ids }: { entity: string; ids: number[] }) => [entity, ids])).toEqual(
    expect.arrayContaining([
      ['user', [user.id]],
      ['site', [site.id]],
      ['dept', [child.id]],
    ]),
  )
  expect((await server.call('/system/dept/delete', { id: child.id })).code).toBe(200)
})

test('anyone who reaches one department sees it as the uppermost, with those below it', async () => {
  const root = await add()
  const own = await add({ parent_id: root.id })
  const below = await add({ parent_id: own.id })
  const head = await server.signIn({ permissions: ['dept.list'] })
  await server.call('/system/user/edit', { id: head.id, dept_id: own.id })
  await server.call('/system/role/edit', { id: head.role_id, data_scope: 'department' })
  const { data } = await server.call(deptTree, {}, { as: head })
  expect(data).toMatchObject([{ id: own.id, parentId: 0, children: [{ id: below.id }] }])
  expect(data).toHaveLength(1)
})

test('one counts its people and its sites, for its head as for all', async () => {
  const dept = await add()
  const sites = [await makeSite(server.db, { dept_id: dept.id }), await makeSite(server.db, { dept_id: dept.id })]
  const user = await makeUser(server.db)
  await server.call('/system/user/edit', { id: user.id, dept_id: dept.id })
  expect(find(await tree(), dept.id)).toMatchObject({ users: 1, sites: 2 })
  const head = await server.signIn({ permissions: ['dept.list'], data_scope: 'department', dept_id: dept.id })
  const seen = async () => (await server.call(deptTree, {}, { as: head })).data
  expect(await seen()).toMatchObject([{ id: dept.id, users: 2, sites: 2 }])
  await server.call('/system/park-lot/update', { id: sites[0]?.id, dept_id: null })
  expect(await seen()).toMatchObject([{ users: 2, sites: 1 }])
})
