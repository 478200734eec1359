import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Calls back before a page is printed and after it. Returns what ends it. */
export function whilePrinted(before: () => void, after: () => void): () => void {
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** True while the page is put on paper, which has room for what a screen has not. */
export function usePrinted(): boolean {
  const [printed, setPrinted] = useState(false)
  // The browser lays the paper out as soon as it has told.
  useEffect(
    () =>
      whilePrinted(
        () => flushSync(() => setPrinted(true)),
        () => setPrinted(false),
      ),
    [],
  )
  return printed
}
