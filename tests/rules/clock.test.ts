import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../src/client/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** A browser's own inputs of days and times follow the browser's language: 02:30 PM, 11/23/2026. */
const NATIVE = /\btype\s*[=:?][^,>\n]*['"](?:date|time|month|week|datetime-local)['"]/
const says = (source: string) => NATIVE.test(source.replace(/\/\*[\s\S]*?\*\//g, ''))

test.each(['type="time"', `type={day ? 'date' : 'datetime-local'}`, `{ type: 'month' }`])('%s is seen', (planted) => {
  expect(says(`<Input ${planted} />`)).toBe(true)
})

test('days and times are entered by the kit, which writes 24 hours whatever the browser does', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  // A chart's scale is of time, and no input.
  const native = Object.entries(sources).filter(([, source]) => says(source.replaceAll('xScale={{ type:', '')))
  expect(native.map(([path]) => path)).toEqual([])
})
