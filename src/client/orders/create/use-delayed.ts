import { useEffect, useState } from 'react'

/** A value once it has not changed for some milliseconds: what asks the server does not ask with every key. */
export function useDelayed<T>(value: T, ms: number): T {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return delayed
}
