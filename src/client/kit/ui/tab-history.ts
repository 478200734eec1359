import {
  createPath,
  type HistoryRouterProps,
  type Location,
  NavigationType,
  parsePath,
  type To,
} from 'react-router-dom'
import type { Hold, Leaving } from './navigation-blocker.ts'

type History = HistoryRouterProps['history']
type Moved = Parameters<Parameters<History['listen']>[0]>[0]

/** The entries of a browser's tab. */
export interface Tab {
  history: Pick<globalThis.History, 'state' | 'pushState' | 'replaceState' | 'go'>
  location: Pick<globalThis.Location, 'origin' | 'pathname' | 'search' | 'hash' | 'assign'>
  addEventListener(type: 'popstate', heard: () => void): void
}

/** What is written with an entry, as the router itself writes it: a tab that was opened with an older version goes on. */
interface Entry {
  usr?: unknown
  key?: string
  /** Its place among the entries of the tab. */
  idx?: number
}

/** A step against which the page is held is taken back before anyone is asked. */
interface Undoing {
  hold: Hold
  /** Where it led. */
  to: number
  next: Location
  /** Where the tab is by now, and where it ends up. */
  at: number
  ends: number
  timer: ReturnType<typeof setTimeout>
}

/** A browser that is told two ways at once may go neither. */
const PATIENCE_MS = 2_000

const newKey = () => Math.random().toString(36).slice(2, 10)

/**
 * The history of a tab, of which anyone who holds the page has a say before it moves: a link asks before it leads on, and a step of
 * the browser, which cannot be asked for beforehand, is taken back and gone once more if the person goes on. The router's own knows
 * holds only together with its loaders and actions, which nothing here uses and every first visit would load.
 */
export function tabHistory(tab: Tab, holdOn: (leaving: Leaving) => Hold | undefined): History {
  const entryOf = () => (tab.history.state ?? {}) as Entry
  const read = (): Location => {
    const { usr = null, key = 'default' } = entryOf()
    const { pathname, search, hash } = tab.location
    return { pathname, search, hash, state: usr, key }
  }
  const createURL = (to: To) => {
    const path = typeof to === 'string' ? to : createPath(to)
    return new URL(path.startsWith('//') ? tab.location.origin + path : path, tab.location.origin)
  }

  let index = entryOf().idx ?? 0
  if (entryOf().idx === undefined) tab.history.replaceState({ ...entryOf(), idx: index }, '')
  let location = read()
  let action = NavigationType.Pop
  let listener: ((moved: Moved) => void) | undefined
  let undoing: Undoing | undefined
  /** The person goes on: the next step is asked of nobody. */
  let isFree = false
  /** What was to lead on while a step was taken back: it would be written in the place of another entry. */
  const waiting: (() => void)[] = []

  function show(by: NavigationType, to: number) {
    const delta = to - index
    ;[action, index, location, isFree] = [by, to, read(), false]
    listener?.({ action, location, delta })
  }

  function write(by: NavigationType, next: Location) {
    const to = by === NavigationType.Push ? index + 1 : index
    const entry = { usr: next.state, key: next.key, idx: to } satisfies Entry
    if (by === NavigationType.Replace) tab.history.replaceState(entry, '', createPath(next))
    else
      try {
        tab.history.pushState(entry, '', createPath(next))
      } catch (error) {
        if (error instanceof DOMException && error.name === 'DataCloneError') throw error
        // Some browsers take a hundred entries within half a minute, and no more.
        return tab.location.assign(createPath(next))
      }
    show(by, to)
  }

  function lead(by: NavigationType, to: To, state: unknown = null) {
    if (undoing) return void waiting.push(() => lead(by, to, state))
    const path = { pathname: location.pathname, search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to) }
    const { pathname, search, hash } = createURL(path)
    const next = { pathname, search, hash, state, key: newKey() }
    const hold = isFree ? undefined : holdOn({ currentLocation: location, nextLocation: next, historyAction: by })
    if (hold) hold.answer({ proceed: () => write(by, next), reset: () => {} })
    else write(by, next)
  }

  function step(to: number) {
    const next = read()
    const leaving = { currentLocation: location, nextLocation: next, historyAction: NavigationType.Pop }
    const hold = isFree ? undefined : holdOn(leaving)
    if (!hold) return show(NavigationType.Pop, to)
    undoing = { hold, to, next, at: to, ends: index, timer: setTimeout(giveUp, PATIENCE_MS) }
    tab.history.go(index - to)
  }

  function undone({ hold, to, next, timer }: Undoing) {
    clearTimeout(timer)
    undoing = undefined
    const proceed = () => {
      if (to === index) return write(NavigationType.Replace, next)
      isFree = true
      tab.history.go(to - index)
    }
    hold.answer({ proceed, reset: () => {} })
    const at = entryOf().idx ?? index
    if (at !== index) step(at)
    for (const goOn of waiting.splice(0)) goOn()
  }

  /** The entry that the tab is at becomes that of the page which stands there. */
  function giveUp() {
    if (!undoing) return
    const { state, key } = location
    index = undoing.at
    tab.history.replaceState({ usr: state, key, idx: index } satisfies Entry, '', createPath(location))
    undone(undoing)
  }

  tab.addEventListener('popstate', () => {
    // An entry that the browser made itself, for a place within the page, is a new one after it.
    if (entryOf().idx === undefined) tab.history.replaceState({ ...entryOf(), idx: index + 1 }, '')
    const at = entryOf().idx ?? index
    if (!undoing) return at === index ? undefined : step(at)
    if (at === undoing.ends) return undone(undoing)
    // The person went on before the tab was back: what takes the first step back will end as far away.
    undoing.ends += at - undoing.at
    undoing.at = at
  })

  return {
    get action() {
      return action
    },
    get location() {
      return location
    },
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    createURL,
    encodeLocation(to) {
      const { pathname, search, hash } = createURL(to)
      return { pathname, search, hash }
    },
    push: (to, state) => lead(NavigationType.Push, to, state),
    replace: (to, state) => lead(NavigationType.Replace, to, state),
    go: (delta) => tab.history.go(delta),
    listen(heard) {
      listener = heard
      return () => {
        listener = undefined
      }
    },
  }
}
