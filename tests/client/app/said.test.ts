import { describe, expect, test } from 'vitest'
import { holds, restBehind } from '../../../src/client/app/search/said.ts'

const reset = { words: ['Reset', 'reset'], spelled: '' }
const restart = { words: ['重启', 'reset'], spelled: ' chongqi cq qi zhongqi zq' }
const message = { words: ['Ask for a message', 'trigger'], spelled: '' }

describe('what stands behind an action', () => {
  test.each([
    ['an action alone', reset, 'reset', ''],
    ['its beginning', reset, 'res', ''],
    ['a pile behind it', reset, 'Reset CD-0012', 'cd-0012'],
    ['a pile behind its beginning', reset, 'res CD-12', 'cd-12'],
    ['a pile before it', reset, 'CD-12 reset', 'cd-12'],
    ['several words for it', message, 'ask for a message CD-12', 'cd-12'],
    ['no space after Chinese', restart, '重启CD-12', 'cd-12'],
    ['pinyin', restart, 'chongqi CD-12', 'cd-12'],
    ['its other reading', restart, 'zhongqi', ''],
    ['initials', restart, 'cq CD-12', 'cd-12'],
    ['its name in the other language', restart, 'reset CD-12', 'cd-12'],
  ])('is found for %s', (_, said, typed, rest) => {
    expect(restBehind(said, typed)).toBe(rest)
  })

  test.each([
    ['another word', reset, 'unlock CD-12'],
    ['two letters', reset, 're'],
    ['a number that ends alike', reset, 'CD-reset1'],
    ['nothing', reset, 'CD-0012'],
    ['one letter of pinyin', restart, 'c'],
  ])('is not looked for behind %s', (_, said, typed) => {
    expect(restBehind(said, typed)).toBeNull()
  })
})

test('words are held in part, or as they are said', () => {
  expect(holds(restart, '启')).toBe(true)
  expect(holds(restart, 'chong qi')).toBe(true)
  expect(holds(restart, 'hongqi')).toBe(false)
  expect(holds(message, 'MESSAGE')).toBe(true)
  expect(holds(message, '')).toBe(false)
  expect(holds(message, '(')).toBe(false)
})
