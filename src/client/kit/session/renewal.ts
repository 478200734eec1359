import { refresh } from '../../../shared/endpoints/auth.ts'
import type { Data, Reply } from '../../../shared/kit/endpoint.ts'
import { replaceRefresh, startRefresh } from './refresh.ts'

const TIME_OUT_MS = 10_000

/** Where anyone who renews has the access token: a page in its cookie, the worker in memory beside it. */
export interface TokenPlace {
  /** As it is now; null when nobody is signed in. */
  read(): string | null | Promise<string | null>
  write(token: string, remember: boolean): void
}

/** It is not known whether the refresh token was spent: the same try is asked for again next time. */
export class Unheard extends Error {}

type Granted = Data<typeof refresh>

async function ask(body: { refresh_token: string; attempt: string }): Promise<Granted | null> {
  const answer = await fetch(`/api${refresh.path}`, {
    method: refresh.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIME_OUT_MS),
  }).catch(() => null)
  if (!answer || answer.status >= 500 || answer.status === 429) throw new Unheard()
  if (answer.status !== 200) return null
  const reply = (await answer.json().catch(() => null)) as Reply<Granted> | null
  if (!reply?.data) throw new Unheard()
  return reply.data
}

async function exchange(stale: string, place: TokenPlace): Promise<string | null> {
  const now = await place.read()
  if (now !== stale) return now
  const started = await startRefresh()
  if (!started) return null
  const granted = await ask({ refresh_token: started.token, attempt: started.attempt })
  if (!granted) {
    const other = await place.read()
    return other === stale ? null : other
  }
  const { access_token, refresh_token } = granted
  const keep = () => place.write(access_token, started.remember)
  return (await replaceRefresh(started.token, refresh_token, keep)) ? access_token : null
}

/** Pages and the service worker share the refresh token: only one of them at a time may spend it. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('token', work) as Promise<T>) : work()

/** The token in place of one that was refused; null when the session is over. Throws `Unheard`. */
export const renewToken = (stale: string, place: TokenPlace): Promise<string | null> =>
  alone(() => exchange(stale, place))
