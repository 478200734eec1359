import { expect } from 'vitest'
import { callsOf } from '../../../src/server/kit/crud/calls.ts'
import type { Endpoint } from '../../../src/shared/kit/endpoint.ts'
import { type Entity, fieldsOf, titleField } from '../../../src/shared/kit/entity.ts'
import { nameOf } from '../../setup/contract.ts'
import type { World } from './world.ts'

/** Calls everything that an entity offers with records of both sides. */
export async function plainCallsOf(entity: Entity, world: World): Promise<void> {
  if (entity.within === 'everybody') return
  const calls = callsOf(entity) as Record<string, Endpoint | null>
  const own = world.reaches(entity.name) ? world.north.ids[entity.name] : undefined
  const strange = world.south.ids[entity.name]
  if (calls.list) await lists({ entity, world, list: calls.list, own, strange })
  if (strange === undefined) return
  for (const [name, body] of Object.entries(namingOne(strange))) {
    const call = calls[name]
    if (!call || !world.may(call.permission)) continue
    const answer = await world.call(nameOf(call), body)
    expect(answer.code, `${nameOf(call)} of the other side: ${answer.message}`).toBe(404)
  }
  if (calls.bulk && own !== undefined && world.may(calls.bulk.permission)) {
    const both = await world.call(nameOf(calls.bulk), { ids: [own, strange], change: { [bulkField(entity)]: null } })
    expect([404, 422]).toContain(both.code)
  }
  if (calls.options) await offers(calls.options, { world, own, strange })
  if (calls.export) await exports_(calls.export, { entity, world, own })
  if (calls.update && own !== undefined && world.may(calls.update.permission)) {
    const answer = await world.call(nameOf(calls.update), { id: own })
    expect(answer.code, `${nameOf(calls.update)}: ${answer.message}`).toBe(200)
    await refusesStrangeReferences(calls.update, { entity, world, own })
  }
}

const namingOne = (id: number) => ({
  view: { id },
  update: { id },
  remove: { id, dry_run: true },
  restore: { id },
})

const bulkField = (entity: Entity) => fieldsOf(entity).find(([, { edit }]) => edit === undefined)?.[0] ?? 'status'

interface Listed {
  entity: Entity
  world: World
  list: Endpoint
  own: number | undefined
  strange: number | undefined
}

async function lists({ entity, world, list, own, strange }: Listed) {
  const rowsFor = async (query: object) => {
    const answer = await world.call(nameOf(list), { page_num: 1, page_size: 50, ...query })
    expect(answer.code, `${nameOf(list)}: ${answer.message}`).toBe(200)
    return answer.data as { total: number; rows: { id: number }[]; summary: Record<string, number> }
  }
  const all = await rowsFor({})
  const ids = all.rows.map(({ id }) => id)
  expect(ids.length, entity.name).toBe(all.total)
  if (strange !== undefined) expect(ids, entity.name).not.toContain(strange)
  if (own !== undefined) expect(ids, entity.name).toContain(own)
  if (entity.within === 'whole') expect(all.total, entity.name).toBe(0)
  if (entity.name === 'order') {
    const { total_cents } = await world.rowOf('order', world.north)
    expect([all.total, all.summary.total_cents, all.summary.paid]).toEqual([1, total_cents, 1])
  }
  for (const [name, { kind, to, filter }] of fieldsOf(entity))
    if (kind === 'reference' && filter && to && to in world.south.ids && world.reaches(to))
      expect((await rowsFor({ [name]: world.south.ids[to] })).total, `${entity.name} by ${name}`).toBe(0)
  const title = titleField(entity)
  if (strange === undefined || !entity.fields[title]?.search) return
  const kept = await world.rowOf(entity.name, world.south)
  if (typeof kept[title] !== 'string') return
  const found = await rowsFor({ keyword: kept[title] })
  expect(found.rows.map(({ id }) => id)).not.toContain(strange)
}

async function offers(options: Endpoint, { world, own, strange }: Pick<Listed, 'world' | 'own' | 'strange'>) {
  const named = await world.call(nameOf(options), { ids: [strange, ...(own === undefined ? [] : [own])] })
  expect(named.data.map(({ id }: { id: number }) => id)).toEqual(own === undefined ? [] : [own])
  const offered = await world.call(nameOf(options), { all: true })
  expect(offered.data.map(({ id }: { id: number }) => id)).not.toContain(strange)
}

async function exports_(call: Endpoint, { entity, world, own }: Pick<Listed, 'entity' | 'world' | 'own'>) {
  const title = titleField(entity)
  if (entity.fields[title]?.kind !== 'text') return
  const sheet = await world.text(nameOf(call), { format: 'csv' })
  const [theirs, others] = [await world.rowOf(entity.name, world.north), await world.rowOf(entity.name, world.south)]
  if (theirs[title] === others[title]) return
  expect(sheet).not.toContain(others[title])
  if (own !== undefined) expect(sheet, `${entity.name} as a sheet`).toContain(theirs[title])
}

/** Nothing of theirs is made to point over there, or moved there. */
async function refusesStrangeReferences(
  update: Endpoint,
  { entity, world, own }: Pick<Listed, 'entity' | 'world' | 'own'>,
) {
  const before = await world.rowOf(entity.name, world.north)
  for (const [name, { kind, to, edit }] of fieldsOf(entity)) {
    if (kind !== 'reference' || edit !== undefined || !to || !(to in world.south.ids)) continue
    const answer = await world.call(nameOf(update), { id: own, [name]: world.south.ids[to] })
    expect([answer.code, Object.keys(answer.data?.errors ?? {})], `${entity.name}.${name}`).toEqual([422, [name]])
  }
  expect(await world.rowOf(entity.name, world.north)).toEqual(before)
}
