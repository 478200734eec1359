import { describe, expect, test } from 'vitest'
import { SAY, sayBy } from '../../src/server/ocpp/v201/intents.ts'
import { type Held, inCalls, inFull, listChanges, pauseSeconds, wantedList } from '../../src/shared/domain/card-list.ts'

const room = (a_call: number) => ({ a_call, bytes: null })
const card = (tag: string) => ({ tag, card_number: tag, group: null, until: null })
const held = (tag: string, status: Held['status'] = 'Accepted'): Held => ({ ...card(tag), status })
const good = ['A', 'B', 'C'].map(card)

describe('what a pile is told of a card beside its status', () => {
  const listed = (more: Partial<Held>) => [{ ...held('A'), ...more }]
  const changes = (wanted: Partial<Held>, holds: Partial<Held>) => listChanges(listed(wanted), listed(holds))

  test('is told again where it is another group, another time or none any more', () => {
    expect(changes({ group: 'G' }, {})).toEqual([{ card_number: 'A', status: 'Accepted', group: 'G' }])
    expect(changes({ group: 'G' }, { group: 'H' })).toHaveLength(1)
    expect(changes({}, { group: 'G', until: '2030-01-01T00:00:00Z' })).toEqual([
      { card_number: 'A', status: 'Accepted' },
    ])
    expect(changes({ until: '2030-01-02T00:00:00Z' }, { until: '2030-01-01T00:00:00Z' })).toHaveLength(1)
  })

  test('is not where a time was written in another way', () => {
    expect(
      changes({ group: 'G', until: '2030-01-01T00:00:00Z' }, { group: 'G', until: '2030-01-01T01:00:00.000+01:00' }),
    ).toEqual([])
  })

  test('is nothing of one that may not charge', () => {
    const was = { ...held('X'), group: 'G', until: '2030-01-01T00:00:00Z' }
    expect(wantedList({ good: [], held: [was], refused: new Set(['X']), most: 9 }).cards).toEqual([
      held('X', 'Blocked'),
    ])
  })
})

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
    expect(sizes(inFull(wanted, room(2)))).toEqual([
      [true, 2],
      [false, 2],
      [false, 1],
    ])
    expect(sizes(inFull([], room(2)))).toEqual([[true, 0]])
    expect(sizes(inCalls(listChanges(wanted, []), room(4)))).toEqual([
      [false, 4],
      [false, 1],
    ])
    expect(inCalls([], room(4))).toEqual([])
  })
})

describe('a pile that takes only so many bytes at once', () => {
  const until = '2030-01-01T00:00:00Z'
  const listed = Array.from({ length: 40 }, (_, at) => ({
    ...{ card_number: 'C'.repeat(1 + (at % 36)), status: 'ConcurrentTx' as const },
    ...(at % 3 > 0 && { group: 'G'.repeat(at % 36) }),
    ...(at % 2 > 0 && { until }),
  }))
  const sizeOf = ({ full, cards }: ReturnType<typeof inFull>[number]) => {
    const said = sayBy(SAY, { ask: 'update_card_list', version: 2_000_000_000, full, cards }, null)
    return JSON.stringify([2, '0'.repeat(36), said?.action, said?.payload]).length
  }

  test.each([600, 900, 4_000])('of %i is told no more in one call, and everything', (bytes) => {
    const calls = inCalls(listed, { a_call: 1_000, bytes })
    expect(Math.max(...calls.map(sizeOf))).toBeLessThanOrEqual(bytes)
    expect(calls.flatMap(({ cards }) => cards)).toEqual(listed)
    expect(calls.length).toBeLessThan(listed.length)
  })

  test('is told of a card alone that is too much for it', () => {
    expect(inCalls(listed.slice(0, 2), { a_call: 9, bytes: 100 }).map(({ cards }) => cards.length)).toEqual([1, 1])
  })
})

test('a pile that fails is asked later and later, and never given up', () => {
  expect([1, 2, 3, 9].map(pauseSeconds)).toEqual([300, 900, 2_700, 21_600])
})
