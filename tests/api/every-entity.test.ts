import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Entity, editable, fieldsOf, isSortable, titleField, titleFields } from '../../src/shared/kit/entity.ts'
import type { Field } from '../../src/shared/kit/fields.ts'
import {
  makeAlarm,
  makeCard,
  makeCardGroup,
  makeCheckList,
  makeCustomer,
  makeFile,
  makeOrder,
  makePile,
  makePileType,
  makeRule,
  makeSite,
  makeStrategy,
  next,
} from '../make.ts'
import { allEntities } from '../setup/contract.ts'
import * as drafts from '../setup/drafts.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const ids: Record<string, number> = {}
let picture: string

beforeAll(async () => {
  server = await startServer()
  const { db } = server
  ids.site = (await makeSite(db)).id
  picture = (await makeFile(db)).key
  ids.strategy = (await makeStrategy(db)).id
  ids.pile_type = (await makePileType(db)).id
  ids.merchant = (await server.call('/system/merchant/create', { name: `Merchant ${next()}` })).data.id
  ids.pile = (await makePile(db, { site_id: Number(ids.site) })).id
  ids.customer = (await makeCustomer(db, { balance_cents: 500 })).id
  // Rules of one whole day, so that a strategy may take it.
  ids.card_group = (await makeCardGroup(db)).id
  ids.billing_rule = (await makeRule(db)).id
  ids.check_list = (await makeCheckList(db)).id
  ids.role = server.administrator.role_id
  ids.user = server.administrator.id
  ids.dept = (
    await db
      .insertInto('dept')
      .values({ name: `Dept ${next()}`, sort: 0, status: 'normal' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  ids.menu = (await db.selectFrom('menu').select('id').where('name', '=', 'sites').executeTakeFirstOrThrow()).id
  await Promise.all([makeOrder(db), makeAlarm(db), makeCard(db)])
})
afterAll(() => server.stop())

/** Values that the field must refuse. */
function wrong({ kind, max = 0, min = 0, most = 0, to }: Field): unknown[] {
  if (['text', 'long_text', 'secret', 'phone', 'email', 'time_zone'].includes(kind)) {
    const malformed = { phone: ['call me'], email: ['nobody'], time_zone: ['Mars/Base'] }[kind as string] ?? []
    return ['x'.repeat(max + 1), 7, ['a'], { a: 1 }, ...(min > 1 ? ['x'.repeat(min - 1)] : []), ...malformed]
  }
  if (kind === 'day') return ['tomorrow', '2031-13-01', '2031-02-30', 7, true]
  if (kind === 'instant') return ['tomorrow', '2031-13-01T00:00:00Z', 7, true, ['2031-05-01T08:30:00.000Z']]
  if (kind === 'flag') return ['yes', 1, 'true']
  if (kind === 'choice' || kind === 'status') return ['none of these', 1, true]
  if (kind === 'reference') return [0, -1, 1.5, 'one', 987_654_321, String(to)]
  if (kind === 'image' || kind === 'file') return ['nobody', 7, true, [picture], '../../etc/passwd', 'f'.repeat(32)]
  if (kind === 'images') return [picture, 7, [7], ['nobody'], ['f'.repeat(32)], Array(most + 1).fill(picture)]
  if (kind === 'choices') return ['none of these', ['none of these'], [1], true]
  if (kind === 'rich_text') return ['x'.repeat(max + 1), 7, ['a']]
  if (kind === 'references') return [1, ['a'], [0], [987_654_321]]
  return [min - 1, most + 1, 'seven', '7', true, ...(kind === 'decimal' ? [] : [0.5])]
}

const valid = (field: Field) => drafts.valid(field, { ids, picture })
const draftOf = (entity: Entity) => drafts.draftOf(entity, { ids, picture })

const at = (entity: Entity, call: keyof Entity['calls']) =>
  `${call === 'list' ? entity.listBy : 'POST'} ${entity.path}/${entity.calls[call]}`
const named = (entities: Entity[]) => entities.map((entity) => [entity.name, entity] as const)
const writable = allEntities.filter(({ calls }) => calls.create)

describe.each(named(writable))('%s', (_, entity) => {
  const create = (draft: object) => server.call(at(entity, 'create'), draft)

  test('is created whole, found by its title, changed and deleted', async () => {
    const draft = draftOf(entity)
    const made = await create(draft)
    expect(made.data.errors, made.message).toBeUndefined()
    for (const [name, value] of Object.entries(draft))
      if (entity.fields[name]?.kind !== 'secret') expect(made.data[name], name).toEqual(value)
    const { id } = made.data
    // One that is called by what it points at is found by that one's title.
    const field = titleField(entity)
    const title = made.data[field.replace(/_id$/, '')]?.title ?? made.data[field]
    const found = await server.call(at(entity, 'list'), { keyword: title })
    expect(found.data.rows.map((row: { id: number }) => row.id)).toContain(id)
    if (entity.calls.options) {
      const { data } = await server.call(at(entity, 'options'), { ids: [id] })
      // People choose by what it is called, where an entity says so.
      const called = titleFields(entity).map((name) => made.data[name])
      expect(data).toMatchObject([{ id, title: called.find((name) => name !== null) }])
    }
    if (entity.calls.update) {
      const row = found.data.rows.find((one: { id: number }) => one.id === id)
      const back = await server.call(at(entity, 'update'), row)
      expect([back.code, back.data.errors], 'sent back whole').toEqual([200, undefined])
    }
    const changed = entity.calls.update ? fieldsOf(entity) : []
    // What hangs on a field stands behind it: a connector on its pile.
    for (const [name, field] of changed.filter(([, field]) => field.optional && editable(field, false)).toReversed()) {
      if (drafts.ONE_OF[entity.name]?.includes(name)) continue
      // Half a point is none.
      const half = field.half && { longitude: '', latitude: '' }
      // Only what is for everything names nothing.
      const all = entity.fields.data_scope && { data_scope: 'all' }
      const emptied = await server.call(at(entity, 'update'), { id, [name]: '', ...half, ...all })
      expect(emptied.code, `${name}: ${emptied.message}`).toBe(200)
      if (field.kind === 'references') expect(emptied.data[name]).toEqual([])
      else if (field.kind !== 'secret') expect(emptied.data[name]).toBeNull()
    }
    if (!entity.calls.remove) return
    expect((await server.call(at(entity, 'remove'), { id })).code).toBe(200)
    expect((await server.call(at(entity, 'list'), { id })).data.total).toBe(0)
  })

  test('is refused without what it needs, and with what does not fit, at the field', async () => {
    for (const [name, field] of fieldsOf(entity).filter(([, field]) => editable(field, true))) {
      const { [name]: _, ...without } = draftOf(entity)
      const missing = await create(without)
      if (field.initial !== undefined) expect(missing.data, `without ${name}`).toMatchObject({ [name]: field.initial })
      else if (!field.optional)
        expect(missing, `without ${name}`).toMatchObject({
          code: 422,
          data: { errors: { [name]: expect.any(String) } },
        })
      const others = drafts.ONE_OF[entity.name]?.includes(name) ? drafts.ONE_OF[entity.name] : []
      const none = Object.fromEntries(others?.map((other) => [other, undefined]) ?? [])
      for (const value of wrong(field)) {
        const answer = await create({ ...draftOf(entity), ...none, [name]: value })
        const errors = Object.keys(answer.data?.errors ?? {}).map((path) => path.split('.')[0])
        expect([answer.code, errors], `${name}: ${JSON.stringify(value)}`).toEqual([422, [name]])
      }
    }
  })
})

describe.each(named(allEntities.filter(({ calls }) => calls.list)))('the list of %s', (_, entity) => {
  const list = (query: object) => server.call(at(entity, 'list'), query)

  test('sorts by every field that says so, and by every moment where it does not grow without end', async () => {
    for (const prop of ['id', 'created_at', 'updated_at', ...fieldsOf(entity).map(([name]) => name)])
      for (const order of ['asc', 'desc'])
        expect((await list({ prop, order })).code, `${prop} ${order}`).toBe(isSortable(entity, prop) ? 200 : 422)
  })

  test('filters by every field that it offers', async () => {
    for (const [name, field] of fieldsOf(entity).filter(([, field]) => field.filter)) {
      const value = field.kind === 'instant' ? { from: '2020-01-01T00:00:00Z' } : valid(field)
      // A query string says a range as JSON.
      const said = entity.listBy === 'GET' && field.kind === 'instant' ? JSON.stringify(value) : value
      expect((await list({ [name]: said })).code, name).toBe(200)
    }
  })
})
