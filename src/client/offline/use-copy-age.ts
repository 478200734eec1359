import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { asFailure } from '../kit/api/failure.ts'

/** It shows what was, not what is: the last question did not reach the server. */
const isCopy = ({ meta, state }: Query) =>
  Boolean(meta?.offline) && state.data !== undefined && state.error !== null && asFailure(state.error).kind === 'silent'

/** When the oldest copy that shows was given by the server, ISO; null while all that shows is current. */
export function useCopyAge(): string | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  const oldest = useSyncExternalStore(subscribe, () => {
    const copies = cache.getAll().filter((query) => query.isActive() && isCopy(query))
    return copies.reduce((min, { state }) => Math.min(min, state.dataUpdatedAt), Number.POSITIVE_INFINITY)
  })
  return Number.isFinite(oldest) ? new Date(oldest).toISOString() : null
}
