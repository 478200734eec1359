import { describe, expect, test } from 'vitest'
import { type Held, inCalls, inFull, listChanges, pauseSeconds, wantedList } from '../../src/shared/domain/card-list.ts'

const card = (tag: string) => ({ tag, card_number: tag })
const held = (tag: string, status: Held['status'] = 'Accepted'): Held => ({ ...card(tag), status })
const good = ['A', 'B', 'C'].map(card)

describe('what a list is to hold', () => {
  test('is who may charge, and by name who was in it and may not any more', () => {
    const wanted = wantedList({ good, held: [held('A'), held('X'), held('Y')], refused: new Set(['X']), most: 10 })
    expect(wanted).toEqual({ cards: [held('A'), held('B'), held('C'), held('X', 'Blocked')], left_out: 0 })
  })

  test.each([
    [3, ['A', 'B', 'C'], 0],
    [2, ['A', 'B'], 1],
    [4, ['A', 'B', 'C', 'X'], 0],
  ])('with room for %i the likeliest have it', (most, tags, left_out) => {
    const wanted = wantedList({ good, held: [held('X')], refused: new Set(['X']), most })
    expect(wanted.cards.map(({ tag }) => tag)).toEqual(tags)
    expect(wanted.left_out).toBe(left_out)
  })
})

describe('what brings a list there', () => {
  test('keeps out first, then makes room, then lets in, and leaves alone what is right', () => {
    const wanted = [held('A'), held('B'), held('X', 'Blocked')]
    expect(listChanges(wanted, [held('A'), held('X'), held('Z')])).toEqual([
      { card_number: 'X', status: 'Blocked' },
      { card_number: 'Z', status: null },
      { card_number: 'B', status: 'Accepted' },
    ])
    expect(listChanges(wanted, wanted)).toEqual([])
  })

  test('goes in as many calls as the pile needs, of which one alone is the whole list', () => {
    const wanted = ['A', 'B', 'C', 'D', 'E'].map((tag) => held(tag))
    const sizes = (calls: ReturnType<typeof inFull>) => calls.map(({ full, cards }) => [full, cards.length])
    expect(sizes(inFull(wanted, 2))).toEqual([
      [true, 2],
      [false, 2],
      [false, 1],
    ])
    expect(sizes(inFull([], 2))).toEqual([[true, 0]])
    expect(sizes(inCalls(listChanges(wanted, []), 4))).toEqual([
      [false, 4],
      [false, 1],
    ])
    expect(inCalls([], 4)).toEqual([])
  })
})

test('a pile that fails is asked later and later, and never given up', () => {
  expect([1, 2, 3, 9].map(pauseSeconds)).toEqual([300, 900, 2_700, 21_600])
})
