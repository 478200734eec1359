import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  added,
  type Direction,
  makeWay,
  moved,
  removed,
  reordered,
  resized,
} from '../../src/client/dashboard/edit/moves.ts'
import { type WidgetKey, widgetOf, widgets } from '../../src/shared/widgets/index.ts'
import { BUILT_IN, COLUMNS, compacted, type Known, overlap } from '../../src/shared/widgets/layout.ts'

const one = (id: string, x: number, y: number, w: number, h: number): Known => ({
  ...{ id, widget: 'attention' as const, x, y, w, h },
  settings: {},
})
const places = (placed: readonly Known[] | null) =>
  Object.fromEntries((placed ?? []).map(({ id, x, y, w, h }) => [id, [x, y, w, h]]))

const pair = [one('left', 0, 0, 12, 5), one('right', 12, 0, 12, 5)]
const pile = [one('top', 0, 0, 24, 4), one('middle', 0, 4, 24, 5), one('bottom', 0, 9, 24, 6)]

test('a widget that moves aside pushes what it meets below itself', () => {
  expect(places(moved(pair, 'left', 'right'))).toEqual({ left: [1, 0, 12, 5], right: [12, 5, 12, 5] })
})

test('up and down it changes places with what is in its way', () => {
  expect(places(moved(pile, 'middle', 'up'))).toMatchObject({ middle: [0, 0, 24, 5], top: [0, 5, 24, 4] })
  expect(places(moved(pile, 'top', 'down'))).toMatchObject({ middle: [0, 0, 24, 5], top: [0, 5, 24, 4] })
  expect(places(moved(pile, 'middle', 'down'))).toMatchObject({ bottom: [0, 4, 24, 6], middle: [0, 10, 24, 5] })
})

test('it stops at the edges', () => {
  expect(moved(pair, 'left', 'left')).toBeNull()
  expect(moved(pair, 'right', 'right')).toBeNull()
  expect(moved(pair, 'left', 'up')).toBeNull()
  expect(moved(pair, 'left', 'down')).toBeNull()
})

test('it grows into its neighbours’ room and becomes no smaller than it can be', () => {
  expect(places(resized(pair, 'left', 'right'))).toEqual({ left: [0, 0, 13, 5], right: [12, 5, 12, 5] })
  expect(places(resized(pair, 'left', 'down'))).toEqual({ left: [0, 0, 12, 6], right: [12, 0, 12, 5] })
  const { least } = widgetOf('attention')
  const small = [one('small', 18, 0, least.w, least.h), one('edge', 12, 0, 6, 5)]
  expect([resized(small, 'small', 'left'), resized(small, 'small', 'up')]).toEqual([null, null])
  expect(resized([one('wide', 0, 0, COLUMNS, 5)], 'wide', 'right')).toBeNull()
})

test('a new one goes to the end in its usual size, or where it is dropped, under an id of its own', () => {
  const { id, placed } = added(pile, 'text', { text: 'Hello' })
  expect([id, places(placed).text]).toEqual(['text', [0, 15, 6, 4]])
  expect(added(placed, 'text', {}).id).toBe('text-2')
  const dropped = added(pair, 'sites', {}, { x: 20, y: 0 })
  expect(places(dropped.placed).sites).toEqual([12, 0, 12, 6])
  expect(places(dropped.placed).right).toEqual([12, 6, 12, 5])
})

test('a removed one leaves no row empty', () => {
  expect(places(removed(pile, 'top'))).toEqual({ middle: [0, 0, 24, 5], bottom: [0, 5, 24, 6] })
})

test('a phone’s order changes, where they stand on a wide screen does not', () => {
  const turned = reordered(pile, 'bottom', -1)
  expect(turned?.map(({ id }) => id)).toEqual(['top', 'bottom', 'middle'])
  expect(places(turned)).toEqual(places(pile))
  expect([reordered(pile, 'top', -1), reordered(pile, 'bottom', 1)]).toEqual([null, null])
})

const KEYS = Object.keys(widgets) as WidgetKey[]
const DIRECTIONS: Direction[] = ['left', 'right', 'up', 'down']
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('move' as const, 'resize' as const),
    at: fc.nat(9),
    to: fc.constantFrom(...DIRECTIONS),
  }),
  fc.record({ kind: fc.constant('add' as const), key: fc.constantFrom(...KEYS), x: fc.nat(23), y: fc.nat(30) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(9) }),
)

test('whatever is done, nothing lies over anything, beyond the edge, or with room above it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let placed: readonly Known[] = BUILT_IN
      for (const asked of steps) {
        const id = 'at' in asked ? (placed[asked.at % Math.max(1, placed.length)]?.id ?? '') : ''
        if (asked.kind === 'move') placed = moved(placed, id, asked.to) ?? placed
        if (asked.kind === 'resize') placed = resized(placed, id, asked.to) ?? placed
        if (asked.kind === 'remove') placed = removed(placed, id)
        if (asked.kind === 'add') placed = added(placed, asked.key, {}, asked).placed
        expect(placed.filter((each) => placed.some((other) => overlap(each, other)))).toEqual([])
        expect(placed.filter(({ x, w }) => x < 0 || x + w > COLUMNS)).toEqual([])
        expect(compacted(placed)).toEqual(placed)
      }
    }),
    { numRuns: 60 },
  )
})

test('the others make way for one that is put in their midst', () => {
  const held = { ...pair[0], y: 0, x: 6 } as Known
  expect(places(makeWay(pair, held))).toEqual({ left: [6, 0, 12, 5], right: [12, 5, 12, 5] })
})
