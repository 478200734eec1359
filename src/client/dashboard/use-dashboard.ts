import { dashboard } from '../../shared/endpoints/dashboard.ts'
import { useCall } from '../kit/api/queries.ts'
import { usePeriod } from './use-period.ts'

/** It adds up the whole network: not at each report of each pile. */
const EVERY_MS = 2_000
/** Nothing reports midnight, nor that time passes. */
const RENEW_MS = 60_000
const ENTITIES = ['order', 'pile', 'alarm', 'site', 'rejected_connection']

/** The figures of the period that the address names: asked once, however many widgets show some of them. */
export function useDashboard() {
  return useCall(dashboard, usePeriod(), {
    entities: ENTITIES,
    everyMs: EVERY_MS,
    refetchInterval: RENEW_MS,
    keepLast: true,
    offline: true,
  })
}
