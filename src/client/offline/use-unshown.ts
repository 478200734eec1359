import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { asFailure } from '../kit/api/failure.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { type Heard, heardAtom } from './heard.ts'
import type { Decision } from './outbox.ts'
import { decisionsAtom } from './sending.ts'

/** Its answer is on the way, or cannot come; one that was refused does not come at all. */
const isAsked = ({ state: { fetchStatus, error } }: Query) =>
  fetchStatus !== 'idle' || (error !== null && asFailure(error).kind === 'silent')

/** The oldest answer of a screen in sight that shows such records and has been asked for anew; infinite where there is none. */
const oldestOf = (asked: readonly Query[], entity: string) =>
  asked
    .filter(({ meta }) => meta?.entities?.includes(entity))
    .reduce((oldest, { state }) => Math.min(oldest, state.dataUpdatedAt), Number.POSITIVE_INFINITY)

function keysOf(heard: readonly Heard[], cache: QueryCache): string {
  if (heard.length === 0) return ''
  const asked = cache.getAll().filter((query) => query.isActive() && query.state.data !== undefined && isAsked(query))
  const entities = new Set(heard.flatMap(({ changes }) => changes))
  const oldest = new Map([...entities].map((entity) => [entity, oldestOf(asked, entity)]))
  const isOlder = ({ changes, asked_at }: Heard) =>
    asked_at === null || changes.some((entity) => (oldest.get(entity) ?? 0) < asked_at)
  return heard
    .filter(isOlder)
    .map(({ decision }) => decision.key)
    .join(' ')
}

/**
 * All that this person said and that the records in sight do not tell yet: what waits, and what the server took while its answer is on
 * the way. For a screen that shows a record as it will be: without it the record would show as it was before for a moment, and be acted
 * on twice.
 */
export function useUnshown(): readonly Decision[] {
  const waiting = useAtomValue(decisionsAtom)
  const heard = useAtomValue(heardAtom)
  const me = useAtomValue(personAtom)?.user.userId
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  const keys = useSyncExternalStore(subscribe, () => keysOf(heard, cache))
  return useMemo(() => {
    const unshown = new Set(keys.split(' '))
    const own = heard.map(({ decision }) => decision).filter(({ key, user_id }) => user_id === me && unshown.has(key))
    return [...own, ...waiting.filter(({ key }) => !own.some((one) => one.key === key))]
  }, [keys, heard, waiting, me])
}
