import { expect, test } from 'vitest'
import { partsOf } from '../../src/client/dashboard/linked-text.tsx'

test.each([
  ['Grid operator: 95598, day and night', [['95598', 'tel:95598']]],
  ['值班 021-6123 4567', []],
  [
    '值班 021-61234567，手机13800138000。',
    [
      ['021-61234567', 'tel:02161234567'],
      ['13800138000', 'tel:13800138000'],
    ],
  ],
  [
    'Call +49 30 901820 or 400-820-8820.',
    [
      ['+49 30 901820', 'tel:+4930901820'],
      ['400-820-8820', 'tel:4008208820'],
    ],
  ],
  [
    'Plan: https://example.com/week?n=48. Ask ops@example.com!',
    [
      ['https://example.com/week?n=48', 'https://example.com/week?n=48'],
      ['ops@example.com', 'mailto:ops@example.com'],
    ],
  ],
  // Days, sums, piles and orders are no telephone numbers.
  ['2026-11-24 08:00, ¥ 12,345.67, CD-310115-0012, order 26112000000123456', []],
  ['javascript:alert(1) <b>not bold</b>', []],
])('of %s is led to: %j', (text, links) => {
  const parts = partsOf(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap(({ text: part, to }) => (to ? [[part, to]] : []))).toEqual(links)
})
