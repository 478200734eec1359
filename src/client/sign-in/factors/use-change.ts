import { useState } from 'react'
import type { ownFactors } from '../../../shared/endpoints/own-factors.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { invalidate } from '../../kit/api/queries.ts'
import { useProof } from '../../kit/session/proof.tsx'
import { toast } from '../../kit/ui/toast.ts'

export type OwnFactors = Data<typeof ownFactors>

/** Does a change of the second steps, with a fresh proof where that is asked for; what fails is said. */
export type Change = <T>(work: () => Promise<T>, done: string) => Promise<T | null>

/** The changes, whether one is under way, and the dialog that asks for the proof. */
export function useChange() {
  const { proved, dialog } = useProof()
  const [busy, setBusy] = useState(false)
  const change: Change = async (work, done) => {
    setBusy(true)
    try {
      const made = await proved(work)
      if (made !== null && done) toast(done, { tone: 'success' })
      void invalidate('own_factor')
      void invalidate('session')
      return made
    } catch (error) {
      toast(asFailure(error).message, { tone: 'error' })
      return null
    } finally {
      setBusy(false)
    }
  }
  return { change, busy, dialog }
}
