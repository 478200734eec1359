import { describe, expect, test } from 'vitest'
import { isSpelledIn, searchedFor } from '../../src/server/kit/crud/keyword.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { card } from '../../src/shared/entities/card.ts'
import { site } from '../../src/shared/entities/site.ts'

/** What an index by three letters is asked for: its lists are as long as the table where the letters tell little. */

const written = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"(%[^"]*%)"/g)].map(([, text = '']) => text)

describe('of a long word the index is asked for a part', () => {
  const part = (word: string) => {
    const place = searchedFor(card, word, NOBODY, ['number'])?.places.find(({ name }) => name === 'number')
    return place?.part ? written(place.part.condition.toOperationNode())[0] : null
  }
  test.each([
    // Digits tell most, and what stands beside them tells that they begin or end there.
    ['CD-000040', '%-000040%'],
    ['Contact 700000', '% 700000%'],
    ['u400001@mail.example', '%u400001@%'],
    ['人民路300000', '%路300000%'],
    ['no 12345 b', '% 12345 %'],
    // Of very many its last eight, which begin nowhere.
    ['2511280001000', '%80001000%'],
    ['a-2511280001000-b', '%80001000-%'],
    // Signs that stand for others are told as themselves.
    ['50%12345', '%\\\\%12345%'],
  ])('%s: %s', (word, expected) => expect(part(word)).toBe(expected))

  test.each(['500000', '-000040', 'abc'])('%s is asked for whole', (word) => expect(part(word)).toBeNull())
})

describe('of what is said the index is asked for the beginning', () => {
  const asked = (said: string, typed?: string) =>
    isSpelledIn(site, said, ['name'], typed).map((condition) => written(condition.toOperationNode()))
  test('and the rest of what that finds', () => {
    expect(asked('jueliangchongdianzhan5')).toEqual([['% jueliang%', '% jueliangchongdianzhan5%']])
    expect(asked('jueliangchongdianzhan5', '弡両充电站5')).toEqual([
      ['% jueliang%', '% jueliangchongdianzhan5%', '%弡両充电站5%'],
    ])
  })
  test('where it is short, for all of it', () => expect(asked('wang')).toEqual([['% wang%']]))
})
