import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asFailure } from '../kit/api/failure.ts'

/** So long the server is waited for before what this device knows is shown: on a network that is dead its answer never comes. */
export const LEAD_MS = 1_000

/** True once the answer about something has been waited for that long. */
export function useLate(about: number | string, isWaiting: boolean): boolean {
  const [late, setLate] = useState<number | string | null>(null)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(about), LEAD_MS)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [about, isWaiting])
  return isWaiting && late === about
}

export type Answer = Pick<UseQueryResult, 'data' | 'isPending' | 'isError' | 'error'>

/** True where an answer is late or does not come, so that what this device knows stands in for it. */
export function useStandsIn(about: number, { data, isPending, isError, error }: Answer): boolean {
  const isMissing = data === undefined && (isPending || asFailure(error).kind === 'silent')
  const isLate = useLate(about, isMissing)
  return isMissing && (isLate || isError)
}
