import { useSyncExternalStore } from 'react'

export const WIDE = '(min-width: 1024px)'

/** Room for a table of eight columns beside the side menu. */
const ROOMY = '(min-width: 1280px)'

const watching = (query: string) => (changed: () => void) => {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
const subscribe = watching(WIDE)
const subscribeRoomy = watching(ROOMY)

/** True where there is room for a table, tabs and a side menu. */
export const isWide = () => matchMedia(WIDE).matches
const isRoomy = () => matchMedia(ROOMY).matches

/** `isWide`, and again when that changes. */
export const useWide = () => useSyncExternalStore(subscribe, isWide)

/** True where a wide table needs not be cut, and again when that changes. */
export const useRoomy = () => useSyncExternalStore(subscribeRoomy, isRoomy)
