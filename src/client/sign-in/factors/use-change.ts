import { useState } from 'react'
import type { ownFactors } from '../../../shared/endpoints/own-factors.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { doAndSay } from '../../kit/api/do-and-say.ts'
import { useProof } from '../../kit/session/proof.tsx'

export type OwnFactors = Data<typeof ownFactors>

/** Does a change of the second steps, with a fresh proof where that is asked for; what fails is said. */
export type Change = <T>(work: () => Promise<T>, done: string) => Promise<T | null>

/** The changes, whether one is under way, and the dialog that asks for the proof. */
export function useChange() {
  const { proved, dialog } = useProof()
  const [busy, setBusy] = useState(false)
  const change: Change = async (work, done) => {
    setBusy(true)
    const said = { done: <T>(made: T | null) => (made !== null ? done : null), changes: ['own_factor', 'session'] }
    const made = await doAndSay(() => proved(work), said)
    setBusy(false)
    return made
  }
  return { change, busy, dialog }
}
