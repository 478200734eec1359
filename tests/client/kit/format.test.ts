import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { formats } from '../../../src/client/kit/i18n/format.ts'
import { datesOf, LANGUAGES } from '../../../src/shared/kit/languages.ts'
import { speak } from '../stage.tsx'

beforeAll(() => speak())

const format = (language = 'en') => formats(language, i18next.getFixedT(language, 'common') as never)
/** As people see it: any space is a space. */
const seen = (text: string) => text.replace(/\s/g, ' ')

test.each([
  [13_805, '¥ 138.05'],
  [24_190_600, '¥ 241,906.00'],
  [0, '¥ 0.00'],
  [-500, '¥ 0.00'],
])('shows %d cents as %s', (cents, shown) => {
  expect(seen(format().money(cents))).toBe(shown)
})

test('a movement of the balance shows its sign', () => {
  expect(seen(format().money(-500, { signed: true }))).toBe('−¥ 5.00')
})

test('energy and power grow into larger units', () => {
  expect(seen(format().energy(30_960))).toBe('30.96 kWh')
  expect(seen(format().energy(214_600_000))).toBe('214.6 MWh')
  expect(seen(format().power(84_200))).toBe('84.2 kW')
  expect(seen(format().power(31_400_000))).toBe('31.4 MW')
})

describe('how long ago', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const earlier = (ms: number) => new Date(now - ms).toISOString()
  const minute = 60_000
  test.each([
    [59_000, 'just now', '刚刚'],
    [minute, '1 min ago', '1 分钟前'],
    [59 * minute, '59 min ago', '59 分钟前'],
    [60 * minute, '1 h ago', '1 小时前'],
    [24 * 60 * minute, '1 day ago', '1 天前'],
    [31 * 24 * 60 * minute, '31 days ago', '31 天前'],
  ])('%d ms is "%s"', (ms, english, chinese) => {
    expect(format().ago(earlier(ms), now)).toBe(english)
    expect(format('zh-CN').ago(earlier(ms), now)).toBe(chinese)
  })

  test('after 31 days it is the date', () => {
    expect(format().ago('2025-10-01T12:00:00Z', now)).toBe('1 Oct 2025')
  })
})

test.each([
  [42, '42 s'],
  [58 * 60, '58 min'],
  [3_720, '1 h 02'],
  [3_600, '1 h'],
  [183_600, '2 d 3 h'],
])('%d seconds last %s', (seconds, shown) => {
  expect(format().duration(seconds)).toBe(shown)
})

test.each([
  [230, 'V', 0, '230 V', '230 V'],
  [60, 'min', 0, '60 min', '60 分钟'],
  [1.234, 's', 1, '1.2 s', '1.2 秒'],
  [1, 'd', 0, '1 day', '1 天'],
  [1400, 'd', 0, '1,400 days', '1,400 天'],
  [7, undefined, 0, '7', '7'],
])('%d %s is said in the language that shows', (value, unit, digits, english, chinese) => {
  expect(seen(format().quantity(value, unit, digits))).toBe(english)
  expect(seen(format('zh-CN').quantity(value, unit, digits))).toBe(chinese)
})

test('what stands beside each other is parted as the language does it', () => {
  expect(format().list(['Wi-Fi', 'Café'])).toBe('Wi-Fi, Café')
  expect(format('zh-CN').list(['Wi-Fi', '咖啡'])).toBe('Wi-Fi、咖啡')
})

test('a moment is told in the zone that is asked for', () => {
  expect(format().time('2026-11-20T16:30:00Z', 'Asia/Shanghai')).toBe('00:30')
})

test.each(LANGUAGES)('small figures in %s are written as the browser writes them', (language) => {
  const { number } = formats(language, String)
  const intl = new Intl.NumberFormat(datesOf(language))
  for (const figure of [0, -0, 7, -7, 42, 999, -999, 1000, -1000, 12_345])
    expect(number(figure)).toBe(intl.format(figure))
})
