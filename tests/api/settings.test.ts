import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentSettings } from '../../src/server/settings/current-settings.ts'
import { localKey } from '../../src/shared/endpoints/local-data.ts'
import { SETTING_ID } from '../../src/shared/entities/setting.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('what an administrator sets holds a second later, and is written down', async () => {
  let now = 1_000_000
  const settings = currentSettings(server.db, () => now)
  expect(await settings()).toMatchObject({ registration_open: true, idle_minutes: 60, agreement: null })

  const { data: before } = await server.call('/system/setting/view', { id: SETTING_ID })
  const changed = await server.call('/system/setting/update', {
    id: SETTING_ID,
    version: before.version,
    registration_open: false,
    agreement: { en: '<p>Be kind</p><script>alert(1)</script>' },
  })
  expect(changed.data).toMatchObject({
    registration_open: false,
    agreement: { en: '<p>Be kind</p>' },
    idle_minutes: 60,
  })
  expect(await settings()).toMatchObject({ registration_open: true })
  now += 1_000
  expect(await settings()).toMatchObject({ registration_open: false, agreement: { en: '<p>Be kind</p>' } })

  const entry = await server.db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('entity', '=', 'setting')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    before: { registration_open: true, agreement: null },
    after: { registration_open: false, agreement: { en: '<p>Be kind</p>' } },
  })
})

test('what cannot be is refused at its field, and nobody makes a second one', async () => {
  const { data: before } = await server.call('/system/setting/view', { id: SETTING_ID })
  const refused = await server.call('/system/setting/update', { ...before, idle_minutes: 4, product_name: ' ' })
  expect([refused.code, Object.keys(refused.data.errors)]).toEqual([422, ['product_name', 'idle_minutes']])
  await expect(
    server.db
      .insertInto('system_setting')
      .values({ id: 2 } as never)
      .execute(),
  ).rejects.toThrow(/check/)
})

test('what devices keep is encrypted by a key of each person’s own, until that is switched off', async () => {
  const [one, other] = [await server.signIn(), await server.signIn()]
  const keyOf = async (as: typeof one) => (await server.call(localKey, {}, { as })).data.key
  const key = await keyOf(one)
  expect(Buffer.from(String(key), 'base64')).toHaveLength(32)
  expect(await keyOf(one)).toBe(key)
  expect(await keyOf(other)).not.toBe(key)
  await server.db.updateTable('system_setting').set({ local_encryption: false }).execute()
  await expect.poll(() => keyOf(one)).toBeNull()
})
