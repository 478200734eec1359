import { expect, test } from 'vitest'
import { isWidget, widgetOf } from '../../src/shared/widgets/index.ts'
import { BUILT_IN, COLUMNS, compacted, inReadingOrder, overlap, permitted } from '../../src/shared/widgets/layout.ts'

const one = (id: string, x: number, y: number, w: number, h: number) => ({
  id,
  widget: 'figures',
  x,
  y,
  w,
  h,
  settings: {},
})
const keys = (placed: readonly { widget: string }[]) => placed.map(({ widget }) => widget)
const everything = () => true

test('the built in layout lies in its grid without a gap, nothing over anything, nothing too small', () => {
  for (const { widget, x, w, h } of BUILT_IN) {
    expect(x + w).toBeLessThanOrEqual(COLUMNS)
    expect(
      [w - widgetOf(widget).least.w, h - widgetOf(widget).least.h].every((spare) => spare >= 0),
      widget,
    ).toBe(true)
  }
  expect(BUILT_IN.filter((each) => BUILT_IN.some((other) => overlap(each, other)))).toEqual([])
  expect(compacted(BUILT_IN)).toEqual(BUILT_IN)
})

test('it is the 18/6 of the specification: data, map, line and bar beside what is to be done', () => {
  const beside = BUILT_IN.filter(({ x }) => x === 18)
  expect(beside.every(({ w }) => w === 6)).toBe(true)
  expect(keys(BUILT_IN)).toEqual(expect.arrayContaining(['figures', 'failure_map', 'income_by_kind', 'income_trend']))
})

test('what has room above it moves up, and the order in which the widgets came stays', () => {
  const moved = compacted([one('c', 0, 40, 24, 2), one('a', 0, 9, 12, 3), one('b', 12, 30, 12, 5)])
  expect(moved.map(({ id, y }) => [id, y])).toEqual([
    ['c', 5],
    ['a', 0],
    ['b', 0],
  ])
  expect(inReadingOrder(moved).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a widget that nobody knows any more is left out, what stood below it moves up', () => {
  const old = { ...one('old', 0, 0, 24, 5), widget: 'weather' }
  expect(permitted([old, one('a', 0, 5, 24, 3)], everything)).toEqual([one('a', 0, 0, 24, 3)])
  expect(isWidget('toString')).toBe(false)
})

test('who may not see money has the map in the place of both, and no income', () => {
  const shown = permitted(BUILT_IN, (permission) => permission !== 'order.list')
  expect(keys(shown).filter((key) => key.startsWith('income'))).toEqual([])
  expect(shown.find(({ widget }) => widget === 'failure_map')).toMatchObject({ x: 0, w: 18 })
  expect(shown.filter((each) => shown.some((other) => overlap(each, other)))).toEqual([])
  const dark = permitted(BUILT_IN, (permission) => permission !== 'site.list')
  expect(dark.find(({ widget }) => widget === 'income_by_kind')).toMatchObject({ x: 0, w: 18 })
})
