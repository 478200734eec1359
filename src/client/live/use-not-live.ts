import { useEffect, useState } from 'react'
import { useAtomValue } from '../kit/session/store.ts'
import { liveStateAtom } from './live-state.ts'

/** A renewed token or a change of networks is over before anybody could read about it. */
const AFTER_MS = 2_000

/** True when what shows has not been live for a while. */
export function useNotLive(): boolean {
  const state = useAtomValue(liveStateAtom)
  const down = state !== 'live' && state !== 'ended'
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!down) return setLate(false)
    const timer = setTimeout(() => setLate(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [down])
  return late
}
