import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crud } from '../../src/server/kit/crud/crud.ts'
import { installKit, kitOptions } from '../../src/server/kit/install.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { site } from '../../src/shared/entities/site.ts'
import { makeSite } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

/** Of a field that people set and that needs a permission: who may not read it does not set it either. */

const { contact, remark } = { contact: site.fields.contact, remark: site.fields.address }
const sites = {
  ...site,
  fields: { ...site.fields, contact: { ...contact, search: true as const, needs: 'site.contact' }, address: remark },
}
let database: FreshDatabase
let app: FastifyInstance

beforeAll(async () => {
  database = await freshDatabase()
  app = Fastify(kitOptions)
  installKit(app, {
    db: database.db,
    repeatKey: new Uint8Array(32),
    identify: async (name) => {
      const calls = ['site.list', 'site.create', 'site.update']
      const permissions = name === 'ann' ? [...calls, 'site.contact'] : calls
      return { ...NOBODY, id: 7, user_name: name, permissions, grants: [{ permissions, reach: null }] }
    },
    changed: () => {},
  })
  app.register(async (scope) => {
    crud(scope, sites)
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function call(who: 'ann' | 'bob', path: string, payload: object) {
  const headers = { authorization: `Bearer ${who}` }
  const answer = await app.inject({ method: 'POST', url: `${site.path}/${path}`, headers, payload })
  return answer.json()
}

test('is not found by its words', async () => {
  await makeSite(database.db, { contact: 'Zhou Min' })
  expect((await call('ann', 'index', { keyword: 'Zhou M' })).data.total).toBe(1)
  expect((await call('bob', 'index', { keyword: 'Zhou M' })).data.total).toBe(0)
})

test('is refused at the field when it is set, alone or for a new record, and stays as it is', async () => {
  const { id, version } = await makeSite(database.db, { contact: 'Li' })
  const change = (who: 'ann' | 'bob') => call(who, 'update', { id, version, contact: 'Wu' })
  expect(await change('bob')).toMatchObject({ code: 422, data: { errors: { contact: expect.any(String) } } })
  expect(await call('bob', 'update', { id, version, spaces: 9 })).toMatchObject({ code: 200, data: { spaces: 9 } })
  const kept = await database.db.selectFrom('site').select(['contact']).where('id', '=', id).executeTakeFirstOrThrow()
  expect(kept.contact).toBe('Li')

  const draft = { name: 'New', kind: 'on_street', spaces: 1, time_zone: 'UTC', address: 'Here 1' }
  const refused = await call('bob', 'create', { ...draft, contact: 'Wu' })
  expect(refused).toMatchObject({ code: 422, data: { errors: { contact: expect.any(String) } } })
  const made = await call('bob', 'create', draft)
  expect(made).toMatchObject({ code: 200, data: { name: 'New' } })
  expect(made.data).not.toHaveProperty('contact')
})

test('a refusal because of someone else’s change does not show it', async () => {
  const { id, version } = await makeSite(database.db, { contact: 'Qian' })
  await call('ann', 'update', { id, version, spaces: 7 })
  const late = await call('bob', 'update', { id, version, spaces: 8 })
  expect(late.code).toBe(409)
  expect(JSON.stringify(late)).not.toContain('Qian')
})
