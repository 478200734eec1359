import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetEnded, keep } from '../../src/client/kit/session/kept.ts'
import { keepPrivate, keptPrivate, lock, openWith } from '../../src/client/kit/session/private.ts'
import { sealing } from '../../src/client/kit/session/sealing.ts'

const KEY = Buffer.alloc(32, 1).toString('base64')
const ANOTHER = Buffer.alloc(32, 2).toString('base64')
const lying = (name: string) => localStorage.getItem(name) ?? ''

beforeEach(() => void vi.stubGlobal('crypto', webcrypto))
afterEach(() => {
  lock()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Keeps a draft under `key` and comes back to it under another or the same one. */
async function comeBack(key: string | null) {
  await openWith(KEY, 0)
  keepPrivate('draft/customer', { name: 'Wang Fang' })
  await vi.waitFor(() => expect(lying('draft/customer')).toContain('sealed'))
  lock()
  await openWith(key, 0)
  return keptPrivate('draft/customer')
}

describe('what is kept of a person', () => {
  test('cannot be read on the device, and is there again with the key', async () => {
    expect(await comeBack(KEY)).toEqual({ name: 'Wang Fang' })
    expect(lying('draft/customer')).not.toContain('Wang')
  })

  test('cannot be read while the key is away', async () => {
    await comeBack(KEY)
    lock()
    expect(keptPrivate('draft/customer')).toBeNull()
  })

  test.each([
    ['another’s key', ANOTHER],
    ['no key, since nothing is to be sealed any more', null],
  ])('is gone with %s', async (_, key) => {
    expect(await comeBack(key)).toBeNull()
    expect(lying('draft/customer')).toBe('')
  })

  test('opens in its own place only', async () => {
    await comeBack(KEY)
    localStorage.setItem('person', lying('draft/customer'))
    lock()
    await openWith(KEY, 0)
    expect(keptPrivate('person')).toBeNull()
  })

  test('is sealed as soon as that is wanted, and kept plainly where it is not', async () => {
    await openWith(null, 0)
    keepPrivate('person', { name: 'Li Na' })
    expect(lying('person')).toContain('Li Na')
    lock()
    await openWith(KEY, 0)
    await vi.waitFor(() => expect(lying('person')).not.toContain('Li Na'))
    expect(keptPrivate('person')).toEqual({ name: 'Li Na' })
  })

  test('stays plain where the browser offers no cryptography, and that is known', async () => {
    vi.stubGlobal('crypto', { getRandomValues: webcrypto.getRandomValues })
    await openWith(KEY, 0)
    keepPrivate('person', { name: 'Li Na' })
    expect([sealing(), keptPrivate('person')]).toEqual(['unable', { name: 'Li Na' }])
  })

  test('ends when it ends, sealed or not', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] })
    await openWith(KEY, 0)
    keepPrivate('draft/site', { name: 'Pudong' }, 60)
    await vi.waitFor(() => expect(lying('draft/site')).not.toBe(''))
    keep('other', 1, 60)
    keep('theme', 'dark')
    vi.setSystemTime(61_000)
    expect(keptPrivate('draft/site')).toBeNull()
    forgetEnded()
    expect(Object.keys(localStorage)).toEqual(['theme'])
  })
})
