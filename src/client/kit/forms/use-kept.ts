import { useRef, useState } from 'react'
import { forgetPrivate, keepDay, keptPrivate } from '../session/private.ts'

/**
 * What someone is writing and has not said yet, by a name for whatever it is about: a back gesture, a call or the camera may take the page
 * away meanwhile. It is on this device for a day. Gives what there is, what changes it, and what forgets it once it was said.
 */
export function useKept<T>(about: string, initial: T) {
  const name = `draft/said/${about}`
  const [value, setValue] = useState(() => keptPrivate<T>(name) ?? initial)
  const now = useRef(value)
  const change = (next: T | ((now: T) => T)) => {
    now.current = typeof next === 'function' ? (next as (now: T) => T)(now.current) : next
    setValue(now.current)
    if (now.current === initial) forgetPrivate(name)
    else keepDay(name, now.current)
  }
  return [value, change, () => forgetPrivate(name)] as const
}
