import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const kept = new Map<string, number>()
/** What a page shows may still be on its way: the place is found again while it grows. */
const PATIENCE_MS = 1_500
/** To ask where a page stands has the browser lay it out, which holds up a finger: it is asked when the page stands still. */
const STANDS_MS = 300
/** What may lead away before that. */
const LEAVES = ['pointerdown', 'keydown', 'popstate'] as const

const inner = '[data-scroll-memory]'
const nameOf = (path: string, element: Element | null) =>
  `${path}#${(element as HTMLElement | null)?.dataset.scrollMemory ?? ''}`

function restore(path: string, root: HTMLElement | null) {
  const pairs = (): [Element, number][] => {
    const scrollers = [root ?? document.scrollingElement, ...(root ?? document).querySelectorAll(inner)]
    return scrollers.flatMap((one) => {
      const top = one ? kept.get(nameOf(path, one)) : undefined
      return one && top ? [[one, top]] : []
    })
  }
  const until = Date.now() + PATIENCE_MS
  let frame = 0
  const put = () => {
    const missed = pairs().filter(([one, top]) => {
      one.scrollTop = top
      return Math.abs(one.scrollTop - top) > 1
    })
    const wanted = [...kept].some(([name, top]) => name.startsWith(`${path}#`) && top > 0)
    if (wanted && (missed.length > 0 || pairs().length === 0) && Date.now() < until) frame = requestAnimationFrame(put)
  }
  put()
  return () => cancelAnimationFrame(frame)
}

/**
 * Keeps where each open page was scrolled to, and goes back there; one that is not `found` again but opened begins at
 * its top. `root` scrolls; the window when there is none.
 */
export function useScrollMemory(path: string, root: RefObject<HTMLElement | null> | null, found = true) {
  const again = useRef(found)
  again.current = found
  useEffect(() => {
    const moved = new Map<string, Element>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      for (const [name, one] of moved) if (one.isConnected) kept.set(name, one.scrollTop)
      moved.clear()
    }
    const scrolled = (event: Event) => {
      const target = event.target === document ? document.scrollingElement : (event.target as Element)
      if (!target) return
      const own = target === root?.current || target === document.scrollingElement
      if (!own && !target.matches(inner)) return
      moved.set(nameOf(path, own ? null : target), target)
      clearTimeout(timer)
      timer = setTimeout(note, STANDS_MS)
    }
    document.addEventListener('scroll', scrolled, true)
    for (const name of LEAVES) window.addEventListener(name, note, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('scroll', scrolled, true)
      for (const name of LEAVES) window.removeEventListener(name, note, true)
    }
  }, [path, root])
  useLayoutEffect(() => {
    const top = root?.current ?? document.scrollingElement
    if (top) top.scrollTop = 0
    return again.current ? restore(path, root?.current ?? null) : undefined
  }, [path, root])
}
