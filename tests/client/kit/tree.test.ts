import { describe, expect, test } from 'vitest'
import { grown, narrowed } from '../../../src/client/kit/tree/branches.ts'
import { dropped, stepped } from '../../../src/client/kit/tree/moves.ts'
import { alone, tickOf, toggled } from '../../../src/client/kit/tree/ticks.ts'

interface Node {
  id: number
  children: Node[]
}
const node = (id: number, ...children: Node[]): Node => ({ id, children })

/** 1 (11 (111, 112), 12), 2 */
const tree = [node(1, node(11, node(111), node(112)), node(12)), node(2)]
const anywhere = () => true

describe('a row is put elsewhere', () => {
  test.each([
    ['up', 12, { id: 12, parent_id: 1, place: 0 }],
    ['down', 11, { id: 11, parent_id: 1, place: 1 }],
    ['into the one above', 12, { id: 12, parent_id: 11, place: 2 }],
    ['out, behind what it stood in', 112, { id: 112, parent_id: 1, place: 1 }],
    ['out to the top', 12, { id: 12, parent_id: null, place: 1 }],
  ])('one step %s', (words, id, move) => {
    const step = (['up', 'down', 'in', 'out'] as const).find((one) => words.startsWith(one)) ?? 'in'
    expect(stepped(tree, id, step)).toEqual(move)
  })

  test.each([
    ['up', 1],
    ['down', 2],
    ['in', 11],
    ['out', 2],
  ] as const)('not %s where there is no such place', (step, id) => {
    expect(stepped(tree, id, step)).toBeNull()
  })

  test('its place counts those that are there without it', () => {
    expect(dropped(tree, { id: 1, target: 2, side: 'after', takes: anywhere })).toEqual({
      id: 1,
      parent_id: null,
      place: 1,
    })
    expect(dropped(tree, { id: 111, target: 12, side: 'before', takes: anywhere })).toEqual({
      id: 111,
      parent_id: 1,
      place: 1,
    })
    expect(dropped(tree, { id: 2, target: 1, side: 'into', takes: anywhere })).toEqual({
      id: 2,
      parent_id: 1,
      place: 2,
    })
  })

  test('never into itself, into what lies in it, where it stands already, or where it is not taken', () => {
    expect(dropped(tree, { id: 1, target: 111, side: 'into', takes: anywhere })).toBeNull()
    expect(dropped(tree, { id: 11, target: 12, side: 'before', takes: anywhere })).toBeNull()
    expect(dropped(tree, { id: 2, target: 12, side: 'into', takes: (_, parent) => parent?.id !== 12 })).toBeNull()
  })
})

describe('ticks', () => {
  /** 1 is a mere heading; 12 may not be touched. */
  const ticking = { counts: ({ id }: Node) => id !== 1, may: ({ id }: Node) => id !== 12 }
  const [heading = node(0), page = node(0)] = [tree[0], tree[0]?.children[0]]
  const toggle = (one: Node, ...ticked: number[]) => [...toggled(tree, { node: one, ticked: new Set(ticked), ticking })]

  test('a branch ticks what lies in it, and clears it again', () => {
    expect(toggle(page)).toEqual([11, 111, 112])
    expect(toggle(page, 11, 111, 112)).toEqual([])
  })

  test('what may not be touched stays as it is', () => {
    expect(toggle(heading)).toEqual([11, 111, 112])
    expect(toggle(heading, 12, 11, 111, 112)).toEqual([12])
  })

  test('a button brings its page along, and the page stays when the button goes', () => {
    expect(toggle(node(111))).toEqual([111, 11])
    expect(toggle(node(111), 111, 11)).toEqual([11])
  })

  test('a branch says whether all, some or none of it is ticked', () => {
    expect(tickOf(page, new Set([11, 111, 112]), ticking)).toBe('all')
    expect(tickOf(page, new Set([11]), ticking)).toBe('some')
    expect(tickOf(heading, new Set([2]), ticking)).toBe('none')
  })

  test('a page alone is seen without its buttons', () => {
    expect([...alone(tree, { node: page, ticked: new Set([111, 2]), ticking })]).toEqual([2, 11])
  })
})

test('what is looked for shows with what leads to it', () => {
  const ids = (nodes: readonly Node[]): unknown[] => nodes.map(({ id, children }) => [id, ids(children)])
  expect(ids(narrowed(tree, ({ id }) => id === 112))).toEqual([[1, [[11, [[112, []]]]]]])
})

test('a record whose parent is not there stands at the top', () => {
  const rows = [
    { id: 5, under: 4 },
    { id: 6, under: 5 },
  ]
  const [only] = grown(rows, ({ under }) => under)
  expect(only).toMatchObject({ id: 5, children: [{ id: 6, children: [] }] })
})
