import { useEffect, useState } from 'react'

/**
 * A hook that brings a part which a list can do without: so long after the list has shown that it wants it, or when there is a network.
 * Null until then; once it is there every list has it at once. `load` gives null where it does not come.
 */
export function later<T>(load: () => Promise<T | null>, afterMs: number) {
  let there: T | null = null
  return function useLater(wanted: boolean): T | null {
    const [part, setPart] = useState<T | null>(() => there)
    useEffect(() => {
      if (!wanted || part) return
      let over = false
      const bring = async () => {
        there ??= await load()
        if (there && !over) setPart(() => there)
      }
      const timer = setTimeout(bring, afterMs)
      addEventListener('online', bring)
      return () => {
        over = true
        clearTimeout(timer)
        removeEventListener('online', bring)
      }
    }, [wanted, part])
    return wanted ? part : null
  }
}
