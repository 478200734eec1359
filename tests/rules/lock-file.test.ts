import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  version?: string
  integrity?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }

test('the lock file names what every platform installs', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

test('every package is held to its content, from whichever registry it comes', () => {
  const { '': _, ...others } = packages
  expect(Object.entries(others).filter(([, { version, integrity }]) => !version || !integrity)).toEqual([])
  expect(Object.values(others).filter(({ resolved }) => resolved)).toEqual([])
})
