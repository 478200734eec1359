import { useState } from 'react'
import { forgetPrivate, keepPrivate, keptPrivate } from '../session/private.ts'

const DAY_SECONDS = 24 * 3600

/**
 * What someone is writing and has not said yet, by a name for whatever it is about: a back gesture, a call or the camera may take the page
 * away meanwhile. It is on this device for a day. Gives what there is, what changes it, and what forgets it once it was said.
 */
export function useKept<T>(about: string, initial: T) {
  const name = `draft/said/${about}`
  const [value, setValue] = useState(() => keptPrivate<T>(name) ?? initial)
  const change = (next: T) => {
    setValue(next)
    if (next === initial) forgetPrivate(name)
    else keepPrivate(name, next, DAY_SECONDS)
  }
  return [value, change, () => forgetPrivate(name)] as const
}
