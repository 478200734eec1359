import { expect, test } from 'vitest'
import { regionLevels, regionSpan } from '../../src/shared/domain/region-code.ts'

test.each([
  [330106, [330000, 330100, 330106], [330106, 330106]],
  [330100, [330000, 330100], [330100, 330199]],
  [330000, [330000], [330000, 339999]],
])('%i lies in %j and spans %j', (code, levels, span) => {
  expect([regionLevels(code), regionSpan(code)]).toEqual([levels, span])
})
