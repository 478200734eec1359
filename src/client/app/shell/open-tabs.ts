import { atom } from 'jotai/vanilla'
import { store } from '../../kit/session/store.ts'

/** A page that is open: its path, and its address with the list's state. */
export interface OpenTab {
  path: string
  url: string
  title: string
  /** Of its title. */
  language: string
  /** Always open, and first: the menu says so. */
  affix?: boolean
}

const KEY = 'tabs'

function read(): OpenTab[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as OpenTab[]
  } catch {
    return []
  }
}

const kept = atom<OpenTab[]>(read())
/** The open tabs of this window; they come back after a reload. */
export const tabsAtom = atom(
  (get) => get(kept),
  (get, set, change: (tabs: OpenTab[]) => OpenTab[]) => {
    const next = change(get(kept))
    set(kept, next)
    sessionStorage.setItem(KEY, JSON.stringify(next))
  },
)

/** Their titles tell what someone looked at: nobody else shall see them. */
export function closeTabs() {
  store.set(tabsAtom, () => [])
}
