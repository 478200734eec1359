import { type RefObject, useEffect } from 'react'
import { WIDE } from '../../kit/ui/use-wide.ts'

/** Less is no list any more. */
const LEAST_PX = 160

/** On a phone a list ends where the keyboard begins: what lies below it nobody reaches. */
export function useVisibleHeight(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const seen = window.visualViewport
    const resize = () => {
      const shown = place.current
      if (!shown || !seen) return
      if (matchMedia(WIDE).matches) shown.style.height = ''
      else {
        const above = shown.getBoundingClientRect().top - seen.offsetTop
        shown.style.height = `${Math.max(LEAST_PX, seen.height - above)}px`
      }
    }
    resize()
    seen?.addEventListener('resize', resize)
    return () => seen?.removeEventListener('resize', resize)
  }, [place])
}
