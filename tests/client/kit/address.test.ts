import { expect, test } from 'vitest'
import { readList, writeList } from '../../../src/client/kit/records/address.ts'
import { order } from '../../../src/shared/entities/order.ts'
import type { Entity } from '../../../src/shared/kit/entity.ts'

const list = order as unknown as Entity
const read = (query: string) => readList(list, new URLSearchParams(query))
const written = (query: string) => writeList(list, read(query), new URLSearchParams()).toString()

test('an empty address is the list as it starts', () => {
  expect(read('')).toEqual({ page: 1, size: 20, sort: list.sort, keyword: '', filters: {}, view: null })
})

test('reads page, size, order, keyword and filters of each kind', () => {
  expect(
    read(
      'view=12&page=3&size=50&sort=total_cents.desc&q=2611&status=unpaid,paid&site_id=4,7&started_at=2026-11-01T00:00:00.000Z..',
    ),
  ).toEqual({
    page: 3,
    size: 50,
    sort: { prop: 'total_cents', order: 'desc' },
    keyword: '2611',
    filters: { status: ['unpaid', 'paid'], site_id: [4, 7], started_at: { from: '2026-11-01T00:00:00.000Z' } },
    view: 12,
  })
})

test.each([
  'page=0',
  'page=x',
  'size=33',
  'sort=password.asc',
  'sort=number',
  'status=nonsense',
  'site_id=abc',
  'started_at=..',
  'view=mine',
  'view=-1',
])('leaves out what makes no sense: %s', (query) => expect(read(query)).toEqual(read('')))

test.each([
  'view=0',
  'page=3&size=50&sort=total_cents.desc&q=2611&view=7&status=unpaid%2Cpaid&site_id=4%2C7',
  'started_at=2026-11-01..2026-11-02',
  '',
])('writes what it read: %s', (query) =>
  expect(new URLSearchParams(written(query)).toString()).toBe(new URLSearchParams(query).toString()),
)

test('leaves what belongs to others in the address', () => {
  const others = new URLSearchParams('tab=log&status=paid')
  expect(writeList(list, read(''), others).toString()).toBe('tab=log')
})
