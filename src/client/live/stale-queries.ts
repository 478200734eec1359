import type { Query, QueryClient } from '@tanstack/react-query'
import type { Changed } from '../../shared/endpoints/live.ts'

/** Between two answers to the same question, unless its `meta.everyMs` says otherwise: a busy network reports all the time. */
const EVERY_MS = 400

/**
 * Asks again what a change made stale: at once when the last answer is old enough, else as soon as it is. A change that
 * comes while the answer is under way asks once more after it, so that the last change always shows.
 */
export class StaleQueries {
  readonly #client: QueryClient
  readonly #due = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #again = new Set<string>()

  constructor(client: QueryClient) {
    this.#client = client
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'removed') this.#forget(query.queryHash)
      if (type === 'updated' && query.state.fetchStatus === 'idle' && this.#again.delete(query.queryHash))
        this.#refresh(query)
    })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#catchUp()
    })
  }

  changed(change: Changed) {
    for (const query of this.#client.getQueryCache().getAll()) if (concerns(query, change)) this.#refresh(query)
  }

  /** Anything may have changed. */
  all() {
    for (const query of this.#client.getQueryCache().getAll()) if (query.meta?.entities) this.#refresh(query)
  }

  #refresh(query: Query) {
    if (!query.isActive() || document.visibilityState === 'hidden') return query.invalidate()
    if (query.state.fetchStatus === 'fetching') return void this.#again.add(query.queryHash)
    if (this.#due.has(query.queryHash)) return
    const wait = query.state.dataUpdatedAt + (query.meta?.everyMs ?? EVERY_MS) - Date.now()
    if (wait <= 0) return void this.#ask(query)
    this.#due.set(
      query.queryHash,
      setTimeout(() => this.#ask(query), wait),
    )
  }

  #ask(query: Query) {
    this.#due.delete(query.queryHash)
    if (!query.isActive()) return query.invalidate()
    if (query.state.fetchStatus === 'fetching') return void this.#again.add(query.queryHash)
    // What fails shows where the query is used.
    query.fetch().catch(() => {})
  }

  #catchUp() {
    for (const query of this.#client.getQueryCache().getAll())
      if (query.meta?.entities && query.state.isInvalidated) this.#refresh(query)
  }

  #forget(hash: string) {
    clearTimeout(this.#due.get(hash))
    this.#due.delete(hash)
    this.#again.delete(hash)
  }
}

function concerns({ meta }: Query, { entity, ids }: Changed): boolean {
  if (!meta?.entities?.includes(entity)) return false
  const wanted = meta.only?.[entity]
  return !wanted || ids === null || ids.some((id) => wanted.includes(id))
}
