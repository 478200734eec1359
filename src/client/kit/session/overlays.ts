import { atom } from 'jotai/vanilla'
import { store } from './store.ts'

/** What the shell shows over the page on request of any screen. */
export const overlayAtom = atom<'search' | 'scan' | null>(null)
/** What the search begins with. */
export const searchedAtom = atom('')

export function openSearch(keyword = '') {
  store.set(searchedAtom, keyword)
  store.set(overlayAtom, 'search')
}
export const openScanner = () => store.set(overlayAtom, 'scan')
export const closeOverlay = () => store.set(overlayAtom, null)
