import { useMemo } from 'react'
import type { Round } from '../../../shared/endpoints/work-orders.ts'
import { pileAsSaid, useInspectionDecisions } from './said.ts'

/** A round as it is once what waits is sent. */
export function useRound(round: Round | null): Round | null {
  const decisions = useInspectionDecisions()
  return useMemo(
    () => round && { ...round, piles: round.piles.map((pile) => pileAsSaid(pile, round.items, decisions)) },
    [round, decisions],
  )
}
