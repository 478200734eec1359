import type { Tab } from '../../src/client/kit/ui/tab-history.ts'

interface Entry {
  url: URL
  state: unknown
}

/**
 * A browser's tab as HTML has it: what is written is there at once, a step comes later, one after the other, each from where the tab
 * is by then; one that leads beyond the ends leads nowhere.
 */
export function fakeTab(path: string, { later = (step: () => void) => void setTimeout(step) } = {}) {
  const entries: Entry[] = [{ url: new URL(path, 'http://console.test'), state: null }]
  let at = 0
  const listeners = new Set<() => void>()
  const now = () => entries[at] as Entry
  const written = (state: unknown, to: string | URL | null | undefined): Entry => ({
    state: structuredClone(state),
    url: new URL(to || now().url, now().url),
  })
  const tab = {
    history: {
      get state() {
        return now().state
      },
      pushState(state, _, to) {
        entries.splice(at + 1, entries.length, written(state, to))
        at += 1
      },
      replaceState(state, _, to) {
        entries[at] = written(state, to)
      },
      go(delta = 0) {
        later(() => {
          if (!entries[at + delta] || delta === 0) return
          at += delta
          for (const heard of listeners) heard()
        })
      },
    },
    get location() {
      const { origin, pathname, search, hash, href } = now().url
      return { origin, pathname, search, hash, href, assign: () => {} }
    },
    addEventListener: (_: string, heard: () => void) => void listeners.add(heard),
    removeEventListener: (_: string, heard: () => void) => void listeners.delete(heard),
  } satisfies Tab & Record<string, unknown>
  return { tab, entries, place: () => at }
}
