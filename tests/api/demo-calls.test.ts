import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoList, demoMenu, demoPage, demoPost, demoStatus, demoVersion } from '../../src/shared/endpoints/demo.ts'
import { SETTING_ID } from '../../src/shared/entities/setting.ts'
import { makePile, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('the demo calls show what this network has', async () => {
  const { db } = server
  const site = await makeSite(db)
  const { id, station_number } = await makePile(db, { site_id: site.id })
  const { data: page } = await server.call(demoPage, { page_size: 10 })
  expect(page).toMatchObject({ total: 1, page: 1, pageSize: 10 })
  expect(page.rows).toEqual([
    { id, station_number, site: { id: site.id, title: site.name }, real_time_state: 'offline' },
  ])
  expect((await server.call(demoList, {})).data).toEqual([{ id: site.id, title: site.name }])
  expect((await server.call(demoVersion, {})).data.version).toBe('0.0.0-test')
  expect((await server.call(demoPost, { a: [1, '二'] })).data).toMatchObject({ body: { a: [1, '二'] } })
  const { data: menu } = await server.call(demoMenu, {})
  expect(menu[0]).toMatchObject({ title: 'Dashboard', path: '/dashboard' })
  expect((await server.call(demoStatus, {})).data).toHaveProperty('states')
  expect((await server.call(demoStatus, { code: '409' })).code).toBe(409)
  expect((await server.call(demoStatus, { code: '500' as never })).code).toBe(422)
})

test('they are gone when an administrator switches them off', async () => {
  const { data } = await server.call('/system/setting/view', { id: SETTING_ID })
  await server.call('/system/setting/update', { ...data, demo_endpoints: false })
  await expect.poll(async () => (await server.call(demoVersion, {})).code).toBe(404)
  expect((await server.call(demoPost, {})).code).toBe(404)
})
