import { expect, test } from 'vitest'
import { missingExports } from '../../src/tools/console-plugins.mjs'

test.each([
  ['var a = 1, { b, c: [d = 2, ...e] } = f; function g() {} class H {} export { a, b as x, d, e, g, H }', []],
  ["import { a as b } from './a.js'; export { b as t }", []],
  ["export { a as t } from './a.js'", []],
  ['export const a = 1', []],
  ["import { t as e } from './a.js'; export { e as Page, page_exports as t }", ['page_exports']],
])('%s', (code, missing) => {
  expect(missingExports(code)).toEqual(missing)
})
