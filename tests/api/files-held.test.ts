import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetUnused } from '../../src/server/files/clear-away.ts'
import { crud } from '../../src/server/kit/crud/crud.ts'
import { installKit, kitOptions } from '../../src/server/kit/install.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { entity } from '../../src/shared/kit/entity.ts'
import { attachment, text } from '../../src/shared/kit/fields.ts'
import { makeFile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

/** A field that takes any file, on an entity of the test's own: a merchant whose address is its contract. */
const contract = entity('merchant', {
  within: 'everybody',
  path: '/contracts',
  calls: { list: 'index', create: 'create', update: 'update', remove: 'delete' },
  fields: { name: text({ slot: 'title' }), address: attachment({ optional: true }) },
})

let database: FreshDatabase
let app: FastifyInstance
beforeAll(async () => {
  database = await freshDatabase()
  app = Fastify(kitOptions)
  installKit(app, {
    db: database.db,
    repeatKey: new Uint8Array(32),
    identify: async (name) => ({
      ...NOBODY,
      id: 8,
      user_name: name,
      permissions: ['*'],
      grants: [{ permissions: ['*'], reach: null }],
    }),
    changed: () => {},
  })
  app.register(async (scope) => void crud(scope, contract))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const post = async (last: string, payload: object) =>
  (
    await app.inject({ method: 'POST', url: `/contracts/${last}`, payload, headers: { authorization: 'Bearer ann' } })
  ).json()
const paper = (created_at?: string) =>
  makeFile(database.db, { name: 'contract.pdf', folder: 'documents', size_bytes: 9, ...(created_at && { created_at }) })

test('a record comes with the name and the size of the file that it holds', async () => {
  const { key } = await paper()
  const { data } = await post('create', { name: 'Holder', address: key })
  expect(data).toMatchObject({ address: key, address_file: { name: 'contract.pdf', size_bytes: 9 } })
  const emptied = await post('update', { id: data.id, version: data.version, address: null })
  expect(emptied.data).toMatchObject({ address: null, address_file: null })
})

test('what a record holds is not cleared away; what it let go of is, and what went with it', async () => {
  const longAgo = '2026-01-01T00:00:00Z'
  const [held, dropped] = [await paper(longAgo), await paper(longAgo)]
  const { data } = await post('create', { name: 'Changing', address: dropped.key })
  await post('update', { id: data.id, version: data.version, address: held.key })
  expect(await forgetUnused(database.db)).toBe(1)
  const left = await database.db.selectFrom('file').select('key').where('created_at', '<', '2026-02-01').execute()
  expect(left).toEqual([{ key: held.key }])
  await post('delete', { id: data.id })
  expect(await forgetUnused(database.db)).toBe(1)
})

test('a write that takes hold of a file just before it is cleared away keeps it', async () => {
  const { id } = await paper('2026-01-01T00:00:00Z')
  const hold = { file_id: id, entity: 'merchant', entity_id: 1, field: 'address' }
  let clearing: Promise<number> | undefined
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('file').select('id').where('id', '=', id).forKeyShare().execute()
    clearing = forgetUnused(database.db)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await trx.insertInto('file_use').values(hold).execute()
  })
  expect(await clearing).toBe(0)
  await database.db.deleteFrom('file_use').execute()
})
