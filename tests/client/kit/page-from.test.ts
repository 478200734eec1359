import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageFrom } from '../../../src/client/kit/fields/use-records.ts'
import { MOST_ROWS, PAGE_SIZES } from '../../../src/shared/kit/endpoint.ts'

const lists = fc.record({ first: fc.constantFrom(...PAGE_SIZES), total: fc.integer({ min: 0, max: 3_000 }) })

/** The pages that are asked for until the last row is there. */
function pagesOf(total: number, first: number) {
  const pages = [pageFrom(1, first)]
  for (let end = first; end < total; ) {
    const page = pageFrom(end + 1, first)
    pages.push(page)
    end = page.page_num * page.page_size
  }
  return pages
}

test('a list that is scrolled to its end shows each row once and in order, and no page is more than one call gives', () =>
  fc.assert(
    fc.property(lists, ({ first, total }) => {
      let before = 0
      for (const { page_num, page_size } of pagesOf(total, first)) {
        expect((page_num - 1) * page_size).toBe(before)
        expect(page_size).toBeLessThanOrEqual(MOST_ROWS)
        before = page_num * page_size
      }
      expect(before).toBeGreaterThanOrEqual(total)
    }),
  ))

test('what begins between two pages, as a copy of an earlier version may, leaves no row out', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(...PAGE_SIZES), (row, first) => {
      const { page_num, page_size } = pageFrom(row, first)
      expect((page_num - 1) * page_size).toBeLessThan(row)
      expect(page_num * page_size).toBeGreaterThanOrEqual(row)
    }),
  ))

test('of 2,000 rows nineteen pages are asked for at most, the first as small as ever', () => {
  expect(pagesOf(2_000, 20)[0]).toEqual({ page_num: 1, page_size: 20 })
  expect(pagesOf(2_000, 20).length).toBeLessThanOrEqual(19)
})
