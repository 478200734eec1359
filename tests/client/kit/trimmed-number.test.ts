import { expect, test } from 'vitest'
import { formats } from '../../../src/client/kit/i18n/format.ts'
import { trimmedNumber } from '../../../src/client/kit/i18n/trimmed-number.ts'

test.each([
  [85, '85'],
  [0.5, '0.5'],
  [0, '0'],
  [-12_000.25, '-12,000.25'],
  [0.1 + 0.2, '0.3'],
  [0.0004, '0.0004'],
  [-0.00041234, '-0.000412'],
  [5e-7, '0.0000005'],
])('shows %d as %s', (value, shown) => {
  expect(
    trimmedNumber(
      formats('en', (key) => key),
      value,
    ),
  ).toBe(shown)
})
