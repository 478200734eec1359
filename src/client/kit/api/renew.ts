import { ofetch } from 'ofetch'
import { refresh } from '../../../shared/endpoints/auth.ts'
import type { Data, Reply } from '../../../shared/kit/endpoint.ts'
import { keepTokens, readToken, startRefresh } from '../session/token.ts'
import { noAnswer } from './failure.ts'

let underway: Promise<boolean> | null = null

/** Other tabs of this browser share the token: only one of them may spend the refresh token. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('token', work) as Promise<T>) : work()

const changedSince = (stale: string) => {
  const now = readToken()
  return now !== null && now !== stale
}

async function exchange(stale: string): Promise<boolean> {
  if (changedSince(stale)) return true
  const kept = startRefresh()
  if (!kept) return false
  const answer = await ofetch
    .raw<Reply<Data<typeof refresh>>>(refresh.path, {
      baseURL: '/api',
      method: refresh.method,
      body: { refresh_token: kept.token, attempt: kept.attempt },
      timeout: 10_000,
      retry: 0,
      ignoreResponseError: true,
    })
    .catch(() => null)
  // Not refused, only unheard: the same try is asked for again with the next call.
  if (!answer || answer.status >= 500 || answer.status === 429) throw noAnswer()
  const granted = answer._data?.data
  if (answer.status !== 200 || !granted) return changedSince(stale)
  keepTokens(granted.access_token, granted.refresh_token, kept.remember)
  return true
}

/** Replaces the token that was refused; calls that fail at the same time share one attempt. False when the session is over. */
export function renew(stale: string): Promise<boolean> {
  underway ??= alone(() => exchange(stale)).finally(() => {
    underway = null
  })
  return underway
}
