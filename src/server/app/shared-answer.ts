/**
 * Computes an answer once for all who ask within `forMs` of its beginning to end, so that however many ask, the cost is one.
 * A failure is shared as well. Each process shares its own.
 */
export function sharedAnswer<T>(forMs: number, compute: () => Promise<T>, now = () => Date.now()): () => Promise<T> {
  let answer: Promise<T> | undefined
  let until = Number.POSITIVE_INFINITY
  return () => {
    if (answer && now() < until) return answer
    until = Number.POSITIVE_INFINITY
    const fresh = compute()
    answer = fresh
    const done = () => {
      until = now() + forMs
    }
    fresh.then(done, done)
    return fresh
  }
}
