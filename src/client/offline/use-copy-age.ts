import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { asFailure } from '../kit/api/failure.ts'
import { useOnline } from './use-online.ts'

/** What the page in sight has to show while the server is not reached. */
export interface Shown {
  /** When the oldest answer that shows was given by the server, ISO; null while all that shows is current. */
  copy: string | null
  /** A part of the page has nothing to show. */
  missing: boolean
}

const isOfPage = (query: Query) => query.isActive() && Boolean(query.meta?.entities) && !query.meta?.beside

const unreached = ({ state: { error } }: Query) => error !== null && asFailure(error).kind === 'silent'

/** What the page shows of before, and whether something is not there. Without a network all of it is of before. */
export function useCopyAge(): Shown {
  const cache = useQueryClient().getQueryCache()
  const online = useOnline()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  const written = useSyncExternalStore(subscribe, () => {
    const ofPage = cache.getAll().filter(isOfPage)
    const isCopy = (query: Query) => !online || query.meta?.copy || unreached(query)
    const copies = ofPage.filter((query) => query.state.data !== undefined && isCopy(query))
    const oldest = copies.reduce((min, { state }) => Math.min(min, state.dataUpdatedAt), Number.POSITIVE_INFINITY)
    return `${oldest} ${ofPage.some((query) => query.state.data === undefined && unreached(query))}`
  })
  const [oldest, missing] = written.split(' ')
  const copy = Number.isFinite(Number(oldest)) ? new Date(Number(oldest)).toISOString() : null
  return { copy, missing: missing === 'true' }
}
