import { atom } from 'jotai/vanilla'
import { atomWithStorage } from 'jotai/vanilla/utils'
import { store } from '../session/store.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

/** What the person chose; `system` follows the device. */
export const themeChoice = atomWithStorage<ThemeChoice>('theme', 'system', undefined, { getOnInit: true })

const systemDark = matchMedia('(prefers-color-scheme: dark)')
const systemTheme = atom(systemDark.matches)

/** A page that has a theme of its own, whatever a person chose: a screen on a wall. */
export const pageTheme = atom<ThemeChoice | null>(null)

/** The theme that shows. */
export const darkTheme = atom((get) => {
  const choice = get(pageTheme) ?? get(themeChoice)
  return choice === 'system' ? get(systemTheme) : choice === 'dark'
})

function paint() {
  const root = document.documentElement
  root.dataset.theme = store.get(darkTheme) ? 'dark' : 'light'
  const canvas = getComputedStyle(root).getPropertyValue('--canvas').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas)
}

export function startTheme() {
  systemDark.addEventListener('change', (event) => store.set(systemTheme, event.matches))
  store.sub(darkTheme, paint)
  paint()
}
