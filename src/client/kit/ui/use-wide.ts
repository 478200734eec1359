import { useSyncExternalStore } from 'react'

export const WIDE = '(min-width: 1024px)'

const query = () => matchMedia(WIDE)
const subscribe = (changed: () => void) => {
  const list = query()
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** True where there is room for a table, tabs and a side menu. */
export const isWide = () => query().matches

/** `isWide`, and again when that changes. */
export const useWide = () => useSyncExternalStore(subscribe, isWide)
