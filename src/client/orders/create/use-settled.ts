import { useEffect, useState } from 'react'

/** A value once it has not changed for some milliseconds: what asks the server does not ask with every key. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
