import { newKey } from '../api/idempotency.ts'
import { forget, keep, kept } from './kept.ts'

const COOKIE = 'token'
const REFRESH = 'refresh_token'
export const REMEMBERED_SECONDS = 24 * 3600

interface Refresh {
  token: string
  remember: boolean
  /** What this browser calls its one try to spend it: an answer that was lost is asked for again under the same name. */
  attempt?: string
}

/** The token of who is signed in; null when nobody is. */
export function readToken(): string | null {
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(`${COOKIE}=`))
  return found ? decodeURIComponent(found.slice(COOKIE.length + 1)) || null : null
}

function writeCookie(value: string, seconds: number | null) {
  const life = seconds === null ? '' : `; Max-Age=${seconds}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and over plain HTTP
  document.cookie = `${COOKIE}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${life}${secure}`
}

/** Remembered: for 24 hours. Else until the browser closes. */
export function keepTokens(token: string, refreshToken: string, remember: boolean) {
  writeCookie(token, remember ? REMEMBERED_SECONDS : null)
  keep(REFRESH, { token: refreshToken, remember } satisfies Refresh, REMEMBERED_SECONDS)
}

export const readRefresh = () => kept<Refresh>(REFRESH)

/** The refresh token with a name for the try to spend it, which is kept before it is tried. */
export function startRefresh(): (Refresh & { attempt: string }) | null {
  const found = readRefresh()
  if (!found) return null
  const started = { ...found, attempt: found.attempt ?? newKey() }
  keep(REFRESH, started, REMEMBERED_SECONDS)
  return started
}

export function dropTokens() {
  writeCookie('', 0)
  forget(REFRESH)
}
