import { useEffect, useRef, useState } from 'react'
import { mayReadCards, readCards, readsCards } from './read-cards.ts'

/** Reads cards held to the phone while this shows; null where the browser has no NFC. Where it asks first, a press starts it. */
export function useCards(found: (serial: string) => void) {
  const [on, setOn] = useState(false)
  const latest = useRef(found)
  latest.current = found
  const reading = useRef<AbortController>(undefined)
  function start() {
    if (reading.current) return
    const own = new AbortController()
    reading.current = own
    readCards((serial) => latest.current(serial), own.signal).then(
      () => setOn(true),
      () => {
        reading.current = undefined
      },
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while it shows
  useEffect(() => {
    let over = false
    if (readsCards()) void mayReadCards().then((may) => may && !over && start())
    return () => {
      over = true
      reading.current?.abort()
    }
  }, [])
  return readsCards() ? { on, start } : null
}
