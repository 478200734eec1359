import { createContext, useContext } from 'react'
import type { SignedIn } from '../../shared/endpoints/auth.ts'
import type { SecondStep } from '../../shared/endpoints/second-step.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useEnter } from './use-enter.ts'

/** A second step that is asked for, and whether the sign-in is to be remembered. */
export interface AskedStep extends SecondStep {
  remember: boolean
}

/** Where a first step that was right goes on: the sign-in page shows the second. */
export const SecondStepAsked = createContext<(step: AskedStep) => void>(() => {})

/** The second step that a refusal of signing in asks for; null when it is about something else. */
export const secondStepIn = (error: unknown): SecondStep | null =>
  (asFailure(error).data as { second_step?: SecondStep } | null)?.second_step ?? null

/** What every way in does with its answer: lets in, or goes on to the second step. */
export function useWayIn() {
  const enter = useEnter()
  const ask = useContext(SecondStepAsked)
  return async (answer: Promise<SignedIn>, remember: boolean) => {
    try {
      enter(await answer, remember)
    } catch (error) {
      const step = secondStepIn(error)
      if (!step) throw error
      ask({ ...step, remember })
    }
  }
}
