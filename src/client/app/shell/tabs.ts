import { atom } from 'jotai/vanilla'
import type { OpenTab } from './open-tabs.ts'

/** Grown by one when the page that shows is to start anew. */
export const refreshAtom = atom(0)
export const maximizedAtom = atom(false)

/** The page that shows, among the open ones: its address and title are what they are now. */
export function opened(tabs: readonly OpenTab[], tab: OpenTab): OpenTab[] {
  const at = tabs.findIndex(({ path }) => path === tab.path)
  if (at < 0) return [...tabs, tab]
  const before = tabs[at] as OpenTab
  const after = { ...tab, title: tab.title || before.title }
  const isSame = before.url === after.url && before.title === after.title && before.language === after.language
  return isSame ? (tabs as OpenTab[]) : tabs.with(at, after)
}

/** In the language that shows, as far as their pages stand in the menu; a record's name is the same in all. */
export function inLanguage(
  tabs: readonly OpenTab[],
  language: string,
  titleOf: (path: string) => string | undefined,
): OpenTab[] {
  const now = tabs.map((tab) => {
    const title = tab.language === language ? undefined : titleOf(tab.path)
    return title === undefined ? tab : { ...tab, language, title }
  })
  return now.some((tab, at) => tab !== tabs[at]) ? now : (tabs as OpenTab[])
}

/** Without the pages that the person's menu does not hold any more. */
export function withoutGone(tabs: readonly OpenTab[], isHeld: (path: string) => boolean): OpenTab[] {
  return tabs.every(({ path }) => isHeld(path)) ? (tabs as OpenTab[]) : tabs.filter(({ path }) => isHeld(path))
}

/** The tabs that are always open stand first, in the menu's order, the others behind as they were. */
export function withAffixed(tabs: readonly OpenTab[], affixed: readonly OpenTab[]): OpenTab[] {
  const paths = affixed.map(({ path }) => path)
  const first = affixed.map((tab) => ({ ...(tabs.find(({ path }) => path === tab.path) ?? tab), affix: true }))
  const others = tabs.filter(({ path }) => !paths.includes(path)).map(({ affix: _, ...tab }) => tab)
  const next = [...first, ...others]
  return JSON.stringify(next) === JSON.stringify(tabs) ? (tabs as OpenTab[]) : next
}

/** Where to go when a tab is closed: its neighbour; null when another one shows. */
export function afterClosing(tabs: readonly OpenTab[], closed: string, current: string): OpenTab | null {
  if (closed !== current) return null
  const at = tabs.findIndex(({ path }) => path === closed)
  return tabs[at + 1] ?? tabs[at - 1] ?? null
}
