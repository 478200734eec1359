import { expect, test } from 'vitest'
import { ownColumns } from '../../../src/client/kit/records/table/columns.ts'
import { leftOut } from '../../../src/client/kit/records/table/use-fitting.ts'
import { customer } from '../../../src/shared/entities/customer.ts'
import { order } from '../../../src/shared/entities/order.ts'
import type { Entity } from '../../../src/shared/kit/entity.ts'

const columnsOf = (entity: Entity) =>
  ownColumns({ entity, label: (key) => key, extra: [], without: [] }).filter(({ hidden }) => !hidden)
const WIDE = 100
const out = (entity: Entity, over: number, sorted = '') => {
  const columns = columnsOf(entity)
  return leftOut(columns, new Map(columns.map(({ key }) => [key, WIDE])), over, sorted)
}

test('a record’s name comes first and stays in view', () => {
  const [first, ...others] = columnsOf(order)
  expect(first).toMatchObject({ key: 'number', fixed: 'left' })
  expect(others.every(({ fixed }) => fixed === null)).toBe(true)
})

test('what is for wide tables alone gives way first, the last of it first', () => {
  expect(out(order, 0)).toEqual([])
  expect(out(order, 1)).toEqual(['started_at'])
  expect(out(order, 2 * WIDE)).toEqual(['started_at', 'occupation_cents'])
})

test('what the list is sorted by stays', () => {
  expect(out(order, 1, 'started_at')).toEqual(['occupation_cents'])
})

test('the name and the state never give way, the figure that leads gives way last', () => {
  const all = out(customer, 10_000)
  expect(all).not.toContain('account')
  expect(all).not.toContain('status')
  expect(all.at(-1)).toBe('balance_cents')
})

test('a column that someone made so wide is left as it is', () => {
  const columns = columnsOf(order).map((column) => ({ ...column, width: column.key === 'started_at' ? 90 : null }))
  expect(leftOut(columns, new Map([['occupation_cents', WIDE]]), 1, '')).toEqual(['occupation_cents'])
})
