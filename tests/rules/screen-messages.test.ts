import { describe, expect, test } from 'vitest'
import {
  differencesOf,
  freeNumber,
  givesWay,
  numberOfSaved,
  type ScreenMessage,
  savedOf,
  shownNow,
} from '../../src/shared/domain/screen/message.ts'
import {
  cannotShow,
  formatFor,
  screenTakes,
  type ToldOfScreen,
  textsFor,
} from '../../src/shared/domain/screen/takes.ts'

const told = (variable: string, value: string | null, more: Partial<ToldOfScreen> = {}): ToldOfScreen => ({
  ...{ key: `DisplayMessageCtrlr/${variable}`, value, choices: null, maximum: null, ...more },
})
const message = (more: Partial<ScreenMessage> = {}): ScreenMessage => ({
  ...{ number: 1, format: 'utf8', priority: 'normal', shown_while: null, starts_at: null, ends_at: null },
  ...{ transaction_id: null, texts: [{ language: 'en', text: 'Hello' }], ...more },
})

describe('what a pile says of its screen', () => {
  test('is read as the standard writes it, and by what may be chosen where it tells no value', () => {
    const takes = screenTakes([
      ...[told('Available', 'true'), told('SupportedFormats', 'ASCII, UTF8,Smoke')],
      told('SupportedPriorities', null, { choices: ['AlwaysFront', 'NormalCycle'] }),
      told('SupportedStates', 'Idle,Suspended'),
      told('Language', 'zh', { choices: ['en-GB', 'zh'] }),
      told('DisplayMessages', '2', { maximum: 5 }),
    ])
    expect(takes).toEqual({
      ...{ shows: true, formats: ['ascii', 'utf8'], priorities: ['always_front', 'normal'] },
      ...{ states: ['idle', 'suspended'], languages: ['zh', 'en-GB'], most: 5 },
    })
  })

  test('a pile that says nothing takes anything, one without a screen nothing', () => {
    const nothing = screenTakes([])
    expect(cannotShow(message({ format: 'html', priority: 'always_front' }), nothing, 500)).toBeNull()
    expect(cannotShow(message(), screenTakes([told('Available', 'false')]), 0)).toMatchObject({ code: 'shows_nothing' })
    const off = screenTakes([told('Available', 'true'), told('Enabled', 'False')])
    expect(cannotShow(message(), off, 0)).toMatchObject({ code: 'shows_nothing' })
  })

  test.each<[string, Partial<ScreenMessage>, number, string | null]>([
    ['O01.FR.03: a format that it reads', { format: 'ascii' }, 0, null],
    ['O01.FR.03: one that it does not', { format: 'html' }, 0, 'shows_format'],
    ['letters that ASCII has not', { format: 'ascii', texts: [{ language: null, text: 'café' }] }, 0, 'shows_ascii'],
    ['O01.FR.01: a place that it has not', { priority: 'in_front' }, 0, 'shows_priority'],
    ['O01.FR.02: a state that it knows', { shown_while: 'idle' }, 0, null],
    ['O01.FR.02: one that it does not', { shown_while: 'charging' }, 0, 'shows_state'],
    ['O01.FR.18: none of its languages', { texts: [] }, 0, 'shows_language'],
    ['O01.FR.11: the last that it has room for', {}, 1, null],
    ['O01.FR.11: one too many', {}, 2, 'shows_most'],
  ])('%s', (_, more, others, code) => {
    const takes = screenTakes([
      ...[told('SupportedFormats', 'ASCII,UTF8'), told('SupportedPriorities', 'AlwaysFront,NormalCycle')],
      ...[told('SupportedStates', 'Idle'), told('DisplayMessages', '0', { maximum: 2 })],
    ])
    expect(cannotShow(message(more), takes, others)?.code ?? null).toBe(code)
  })

  test('a text goes in letters that the pile has', () => {
    const ascii = screenTakes([told('SupportedFormats', 'ASCII')])
    expect(['Hello', '你好'].map((text) => formatFor(text, ascii))).toEqual(['ascii', 'utf8'])
    expect(formatFor('Hello', screenTakes([]))).toBe('utf8')
  })
})

describe('which texts a pile gets', () => {
  const texts = { en: 'Closed', 'zh-CN': '关门', de: 'Zu' }
  test('those of its languages, by its own words, its own language first', () => {
    const takes = screenTakes([told('Language', 'zh', { choices: ['en-US', 'en-GB', 'zh', 'fr'] })])
    expect(textsFor(texts, takes, [])).toEqual([
      { language: 'zh', text: '关门' },
      { language: 'en-US', text: 'Closed' },
    ])
  })

  test('one that knows none gets a single text, in the first that is wanted', () => {
    expect(textsFor(texts, screenTakes([]), ['zh-CN', 'en'])).toEqual([{ language: null, text: '关门' }])
    expect(textsFor({ de: 'Zu' }, screenTakes([]), ['zh-CN'])).toEqual([{ language: null, text: 'Zu' }])
  })

  test('none of its languages: none', () => {
    expect(textsFor(texts, screenTakes([told('Language', 'fr')]), ['en'])).toEqual([])
  })
})

test('numbers of people’s texts and of saved messages never meet', () => {
  expect([freeNumber([]), freeNumber([1, 2, 4]), savedOf(numberOfSaved(7)), savedOf(999)]).toEqual([1, 3, 7, null])
  const all = Array.from({ length: 2_000 }, (_, at) => at + 1)
  expect(freeNumber(all)).toBe(1)
})

test('O01.FR.16: one that is always in front gives way to the next, others only to their number', () => {
  const front = { number: 1, priority: 'always_front' } as const
  expect(givesWay(front, { number: 2, priority: 'always_front' })).toBe(true)
  expect(givesWay(front, { number: 2, priority: 'in_front' })).toBe(false)
  expect(givesWay(front, { number: 1, priority: 'normal' })).toBe(true)
})

test('what a pile tells otherwise than it was given', () => {
  const given = message({ ends_at: '2026-11-26T18:00:00.400Z' })
  expect(differencesOf(given, message({ ends_at: '2026-11-26T18:00:00Z' }))).toEqual([])
  const other = { priority: 'in_front', ends_at: null, texts: [{ language: null, text: 'Bye' }] } as const
  expect(differencesOf(given, message(other))).toEqual(['text', 'priority', 'ends_at'])
  // In another order, without their languages.
  const two = [
    { language: 'en', text: 'a' },
    { language: 'zh', text: 'b' },
  ]
  const told = [...two].reverse().map(({ text }) => ({ language: null, text }))
  expect(differencesOf(message({ texts: two }), message({ texts: told, starts_at: '2026-11-26T18:00:00Z' }))).toEqual(
    [],
  )
})

test('what shows now', () => {
  const at = Date.parse('2026-11-26T12:00:00Z')
  const all = [
    message({ number: 1 }),
    message({ number: 2, priority: 'in_front' }),
    message({ number: 3, shown_while: 'faulted' }),
    message({ number: 4, starts_at: '2026-11-26T13:00:00Z' }),
    message({ number: 5, ends_at: '2026-11-26T12:00:00Z' }),
  ]
  const numbers = (state: 'idle' | 'faulted', messages = all) =>
    shownNow(messages, { state, at }).map((one) => one.number)
  expect(numbers('idle')).toEqual([2, 1])
  expect(numbers('faulted')).toEqual([2, 1, 3])
  expect(numbers('idle', [...all, message({ number: 6, priority: 'always_front' })])).toEqual([6])
})
