import { type BillingRule, billingRule } from '../../shared/entities/billing-rule.ts'
import { useRecords } from '../kit/fields/use-records.ts'

/** A day has 24 hours: no strategy that holds has more rules. */
const MOST = 50

/** Rules by their ids, in the order of the day. */
export function useRules(ids: readonly number[]): BillingRule[] {
  const query = useRecords(
    billingRule,
    { id: [...ids], page_num: 1, page_size: MOST, prop: 'start_hour', order: 'asc' },
    {},
    ids.length > 0,
  )
  const rows = (query.data?.rows ?? []) as unknown as BillingRule[]
  return rows.filter(({ id }) => ids.includes(id))
}
