import { type RefObject, useEffect } from 'react'

const inText = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** `/` comes to the input from anywhere on the page. */
export function useSlash(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const slash = (event: KeyboardEvent) => {
      if (event.key !== '/' || inText(event.target) || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', slash)
    return () => document.removeEventListener('keydown', slash)
  }, [input])
}
