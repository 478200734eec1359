import { useSyncExternalStore } from 'react'

export const WIDE = '(min-width: 1024px)'

/** Room for a table of eight columns beside the side menu. */
const ROOMY = '(min-width: 1280px)'

const lists = new Map<string, MediaQueryList>()
/** Each asked for once: a page asks them with whatever it draws. */
function mediaOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

const watching = (query: string) => (changed: () => void) => {
  const list = mediaOf(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
const subscribe = watching(WIDE)
const subscribeRoomy = watching(ROOMY)

/** While a page is printed its paper's width counts for the sheet alone: a page that became a phone's would begin anew, and print nothing. */
function roomFor(query: string): () => boolean {
  let last = false
  return () => {
    if (!mediaOf('print').matches) last = mediaOf(query).matches
    return last
  }
}

/** True where there is room for a table, tabs and a side menu. */
export const isWide = roomFor(WIDE)
const isRoomy = roomFor(ROOMY)

/** `isWide`, and again when that changes. */
export const useWide = () => useSyncExternalStore(subscribe, isWide)

/** True where a wide table needs not be cut, and again when that changes. */
export const useRoomy = () => useSyncExternalStore(subscribeRoomy, isRoomy)
