import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const kept = new Map<string, number>()
/** What a page shows may still be on its way: the place is found again while it grows. */
const PATIENCE_MS = 1_500

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
    const scrolled = (event: Event) => {
      const target = event.target === document ? document.scrollingElement : (event.target as Element)
      if (!target) return
      const own = target === root?.current || target === document.scrollingElement
      if (own || target.matches(inner)) kept.set(nameOf(path, own ? null : target), target.scrollTop)
    }
    document.addEventListener('scroll', scrolled, true)
    return () => document.removeEventListener('scroll', scrolled, true)
  }, [path, root])
  useLayoutEffect(() => {
    const top = root?.current ?? document.scrollingElement
    if (top) top.scrollTop = 0
    return again.current ? restore(path, root?.current ?? null) : undefined
  }, [path, root])
}
