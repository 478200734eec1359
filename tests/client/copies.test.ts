import { beforeEach, expect, test, vi } from 'vitest'

const { lying } = vi.hoisted(() => ({ lying: new Map<string, unknown>() }))
vi.mock('idb-keyval', () => ({
  createStore: () => ({}),
  get: async (key: string) => lying.get(key),
  set: async (key: string, value: unknown) => void lying.set(key, value),
  del: async (key: string) => void lying.delete(key),
  keys: async () => [...lying.keys()],
}))
vi.mock('../../src/client/kit/session/sealing.ts', () => ({ sealing: () => 'plain' }))

beforeEach(() => lying.clear())

/** As many pages, one after the other, that keep so many copies each. */
async function keptBy(pages: number, each: number): Promise<number> {
  for (let page = 0; page < pages; page++) {
    vi.resetModules()
    const { keepCopy } = await import('../../src/client/offline/copies.ts')
    for (let at = 0; at < each; at++) await keepCopy(7, `${page}/${at}`, at)
  }
  return lying.size
}

test.each([
  ['one page that keeps many', 1, 900],
  ['many pages that keep a few', 90, 10],
])('beyond some 800 copies the oldest make room: %s', async (_, pages, each) => {
  const count = await keptBy(pages, each)
  expect(count).toBeGreaterThanOrEqual(800)
  expect(count).toBeLessThan(830)
})
