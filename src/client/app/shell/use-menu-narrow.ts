import { useSyncExternalStore } from 'react'
import { layoutAtom } from '../../kit/session/layout.ts'
import { useAtom } from '../../kit/session/store.ts'

/** Below it the page needs the room more than the menu's words do. */
const ROOMY = '(min-width: 1200px)'
const subscribe = (changed: () => void) => {
  const list = matchMedia(ROOMY)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether the side menu is icons alone: as this person chose, else as the window has room. */
export function useMenuNarrow() {
  const [{ collapsed }, change] = useAtom(layoutAtom)
  const roomy = useSyncExternalStore(subscribe, () => matchMedia(ROOMY).matches)
  const setNarrow = (collapsed: boolean | null) => change({ collapsed })
  return [collapsed ?? !roomy, setNarrow, collapsed] as const
}
