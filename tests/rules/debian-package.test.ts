import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageVersion } from '../../src/tools/debian.mjs'

const [monday, tuesday] = [new Date('2026-11-30T09:05:07.123Z'), new Date('2026-12-01T08:00:00.000Z')]

test('a package says its version and the second in which it was made', () => {
  expect(packageVersion('1.0.1', monday)).toBe('1.0.1+20261130090507')
})

test.runIf(existsSync('/usr/bin/dpkg'))(
  'a package that is made later upgrades one of before, of the same version as well',
  () => {
    const pairs = [
      [packageVersion('1.0.1', tuesday), packageVersion('1.0.1', monday)],
      [packageVersion('1.0.1', monday), '1.0.1'],
      [packageVersion('1.0.2', monday), packageVersion('1.0.1', tuesday)],
      [packageVersion('1.0.10', monday), packageVersion('1.0.9', tuesday)],
    ] as const
    for (const [later, before] of pairs)
      expect(
        () => execFileSync('dpkg', ['--compare-versions', later, 'gt', before]),
        `${later} > ${before}`,
      ).not.toThrow()
  },
)
