import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '../../../src/shared/endpoints/auth.ts'
import { setAsideList } from '../../../src/shared/endpoints/piles.ts'
import { saveAvatar } from '../../../src/shared/endpoints/user-centre.ts'
import { makeFile, makePile, makeSite, makeUser, next } from '../../make.ts'
import { startServer, type TestServer } from '../../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const dept = async () =>
  (
    await server.db
      .insertInto('dept')
      .values({ name: `D${next()}`, status: 'normal', sort: 0 })
      .returning('id')
      .execute()
  )[0]?.id ?? 0
const merchant = async () =>
  (
    await server.db
      .insertInto('merchant')
      .values({ name: `M${next()}`, status: 'enabled' })
      .returning('id')
      .execute()
  )[0]?.id ?? 0

/** Someone who changes where all of them belong, and sees the orders of a part. */
async function mover(part: Parameters<typeof makeUser>[1]): Promise<{ id: number; token: string }> {
  const { id, user_name, password } = await makeUser(server.db, { ...part, permissions: ['order.list'] })
  const permissions = ['site.update', 'dept.update', 'pile.update', 'user.update']
  const { role_id } = await makeUser(server.db, { permissions })
  await server.db.insertInto('user_role').values({ user_id: id, role_id }).execute()
  const { data } = await server.call(login, { username: user_name, password }, { as: null })
  return { id, token: data.token }
}

describe('who may move what belongs to anybody, and reaches the orders of a part, draws nothing into that part:', () => {
  test('no department, no site, not themselves; out of it and elsewhere they may', async () => {
    const [own, other, third] = [await dept(), await dept(), await dept()]
    const as = await mover({ dept_id: own, data_scope: 'department' })
    const site = await makeSite(server.db, { dept_id: other })
    const refused = { code: 403, data: { permissions: ['order.list'] } }
    const move = (path: string, body: object) => server.call(path, body, { as })

    expect(await move('/system/dept/edit', { id: other, parent_id: own })).toMatchObject(refused)
    expect(await move('/system/park-lot/update', { id: site.id, dept_id: own })).toMatchObject(refused)
    expect(await move('/system/user/edit', { id: as.id, dept_id: other })).toMatchObject({ code: 403 })

    expect((await move('/system/park-lot/update', { id: site.id, dept_id: third })).code).toBe(200)
    expect((await move('/system/dept/edit', { id: other, parent_id: third })).code).toBe(200)
    expect(await server.db.selectFrom('dept').select('parent_id').where('id', '=', other).executeTakeFirst()).toEqual({
      parent_id: third,
    })
  })

  test('no pile of another merchant', async () => {
    const [own, other, third] = [await merchant(), await merchant(), await merchant()]
    const as = await mover({ data_scope: 'merchants', merchant_ids: [own] })
    const pile = await makePile(server.db, { merchant_id: other })
    const give = (merchant_id: number) => server.call('/system/device/edit', { id: pile.id, merchant_id }, { as })
    expect(await give(own)).toMatchObject({ code: 403, data: { permissions: ['order.list'] } })
    expect((await give(third)).code).toBe(200)
  })
})

test('a file out of reach is not held, by a record or as one’s picture: it would be in reach through it', async () => {
  const own = await dept()
  const as = await server.signIn({ dept_id: own, data_scope: 'department', permissions: ['site.update', 'site.list'] })
  const site = await makeSite(server.db, { dept_id: own })
  const { key } = await makeFile(server.db, { owner_id: server.administrator.id })
  const mine = await makeFile(server.db, { owner_id: as.id })
  const hang = (main_image: string) => server.call('/system/park-lot/update', { id: site.id, main_image }, { as })
  const wear = (avatar: string) => server.call(saveAvatar, { avatar }, { as })

  expect(await hang(key)).toMatchObject({ code: 422, data: { errors: { main_image: expect.any(String) } } })
  expect(await wear(key)).toMatchObject({ code: 422, data: { errors: { avatar: expect.any(String) } } })
  expect((await hang(mine.key)).code).toBe(200)
  expect((await wear(mine.key)).code).toBe(200)
})

test('a page of set-aside reports that is none is refused at its field', async () => {
  const { id } = await makePile(server.db)
  for (const [name, value] of [
    ['page_num', -1],
    ['page_num', 0],
    ['page_size', -1],
    ['page_size', 201],
  ] as const)
    expect(await server.call(setAsideList, { id, [name]: value })).toMatchObject({
      code: 422,
      data: { errors: { [name]: expect.any(String) } },
    })
})
