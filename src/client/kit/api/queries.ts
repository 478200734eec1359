import { keepPreviousData, notifyManager, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Body, Data, Endpoint } from '../../../shared/kit/endpoint.ts'
import { afterFrame } from '../ui/finger-rests.ts'
import { call } from './call.ts'
import { callKey } from './call-key.ts'
import { asFailure, type Failure } from './failure.ts'
import { newKey } from './idempotency.ts'

/** When an answer is asked for again, and whether it outlives the network. */
export type Freshness = {
  /** Other entities that it shows something of: their changes count too. */
  also?: readonly string[]
  /** Of the entities only these records' changes count. */
  only?: Readonly<Record<string, readonly number[]>>
  /** Milliseconds between two answers while changes pour in; one that costs the server more comes less often. */
  everyMs?: number
  /** Its last answer is kept on the device and read when there is no network. */
  offline?: boolean
  /** It is read from what the device keeps, and so of before, whether or not there is a network. */
  copy?: boolean
  /** It is none of the page's: a copy of it says nothing of what the page shows. */
  beside?: boolean
  /** Asked before it is known what is to be shown: its answer does not stand in for the next one's. */
  early?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure
    /** `entities` are those whose change makes the answer stale. */
    queryMeta: Freshness & { entities?: readonly string[] }
  }
}

// An answer's own work has been done in this frame.
notifyManager.setScheduler(afterFrame)

/** What is shown comes from here; the live channel says when it is stale, so nothing is refetched on a whim. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What cannot be asked again with a better answer is not asked again; a silent server is, once.
      retry: (times, error) => times < 1 && asFailure(error).kind === 'silent' && navigator.onLine,
      retryDelay: 800,
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Records of `entity` changed (`ids` null: any of them): whatever shows them asks again. */
export function invalidate(entity: string, _ids: number[] | null = null) {
  return queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.entities?.includes(entity) ?? false })
}

type Asking = Freshness & {
  /** Asked again when a record of these changes. */
  entities: readonly string[]
  enabled?: boolean
  /** Shows the last answer while a new question is under way. */
  keepLast?: boolean
  refetchInterval?: number
}

/** An endpoint's answer, kept and refetched when one of its entities changes. Failures show in place: see `Loaded`. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  body: Body<E>,
  { enabled = true, keepLast, refetchInterval, ...meta }: Asking,
) {
  return useQuery<Data<E>>({
    queryKey: callKey(endpoint, body),
    queryFn: ({ signal }) => call(endpoint, body, { signal }),
    enabled,
    meta,
    ...(keepLast && { placeholderData: keepPreviousData as never }),
    ...(refetchInterval && { refetchInterval }),
  })
}

/** A key for a write, the same one while the same write is sent again: however often that is, it is done once. */
export function useKeys() {
  const kept = useRef<{ body: string; key: string } | null>(null)
  return {
    keyFor(body: unknown): string {
      const written = JSON.stringify(body)
      if (kept.current?.body !== written) kept.current = { body: written, key: newKey() }
      return kept.current.key
    },
    done() {
      kept.current = null
    },
  }
}

/** What a call goes through, such as the question who sits there; null when the person thought again. */
export type SendWrapper = <T>(work: () => Promise<T>) => Promise<T | null>

/** A write. `changes` are the entities that it may change; `mutate(body)` sends it, under `key` or one of its own. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  changes: readonly string[],
  through: SendWrapper = (work) => work(),
) {
  const keys = useKeys()
  return useMutation<Data<E>, Failure, Body<E> & { key?: string }>({
    mutationFn: ({ key, ...body }) =>
      through(() => call(endpoint, body as Body<E>, { key: key ?? keys.keyFor(body) })) as Promise<Data<E>>,
    onSuccess: () => {
      for (const entity of changes) invalidate(entity)
    },
    onSettled: (_, error) => {
      // A silent server may have done it; any answer settles it.
      if (error?.kind !== 'silent') keys.done()
    },
  })
}
