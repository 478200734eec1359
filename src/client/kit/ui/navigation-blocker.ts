import { createContext, useLayoutEffect, useRef } from 'react'
import { type BlockerFunction, NavigationType } from 'react-router-dom'

export type Leaving = Parameters<BlockerFunction>[0]

/** What the person goes on with, or stays. */
interface Stopped {
  proceed: () => void
  reset: () => void
}

/** Something that has a say before the page is left. */
export interface Hold {
  order: number
  stops: (leaving: Leaving) => boolean
  answer: (stopped: Stopped) => void
}

/** The last to come is asked first: what opened on top closes first. */
const holds: Hold[] = []
let opened = 0

/** Who holds the page against being left like this, if anyone does. */
export const holdOn = (leaving: Leaving) => holds.findLast(({ stops }) => stops(leaving))

/** Has a say before the page is left, as long as it is active. The last to come is asked first. */
export function useNavigationBlock(active: boolean, hold: Omit<Hold, 'order'>) {
  const now = useRef(hold)
  now.current = hold
  // Counted while rendering: of two that come at once the outer one renders first, but its effects run last.
  const order = useRef(0)
  if (!active) order.current = 0
  else if (order.current === 0) order.current = ++opened
  // With the same stroke as it is drawn: what is gone from sight holds up nobody.
  useLayoutEffect(() => {
    if (!active) return
    const own: Hold = {
      order: order.current,
      stops: (leaving) => now.current.stops(leaving),
      answer: (stopped) => now.current.answer(stopped),
    }
    holds.push(own)
    holds.sort((a, b) => a.order - b.order)
    return () => void holds.splice(holds.indexOf(own), 1)
  }, [active])
}

/** A dialog that is itself a page of the history: going back leaves it, as from any page. */
export const OwnAddress = createContext(false)

/** A phone's back gesture closes what lies over the page, as people expect, instead of leaving the page under it. */
export function useClosedByBack(open: boolean, close: () => void) {
  useNavigationBlock(open, {
    stops: ({ historyAction }) => historyAction === 'POP',
    answer: ({ reset }) => {
      reset()
      close()
    },
  })
}

/** Asks anyone who holds the page as if it were left for another one; false when the person stays. */
export function mayLeave(): Promise<boolean> {
  const here = { pathname: location.pathname, search: '', hash: '', state: null, key: '' }
  const leaving = {
    currentLocation: here,
    nextLocation: { ...here, pathname: '' },
    historyAction: NavigationType.Replace,
  }
  const hold = holdOn(leaving)
  if (!hold) return Promise.resolve(true)
  return new Promise((resolve) => hold.answer({ proceed: () => resolve(true), reset: () => resolve(false) }))
}
