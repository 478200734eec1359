import type { Endpoint } from '../../shared/kit/endpoint.ts'
import { type Deciding, useDecision as useAnyDecision } from '../kit/api/use-decision.ts'

/** What a decision about money may change. */
const MONEY = ['order', 'refund', 'payment', 'customer', 'ledger_entry', 'pile']

/** A decision about money. */
export const useDecision = <E extends Endpoint>(endpoint: E, asked: Omit<Deciding<E>, 'changes'>) =>
  useAnyDecision(endpoint, { ...asked, changes: MONEY })
