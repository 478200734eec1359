import { forget, keep, kept } from './kept.ts'

const COOKIE = 'token'
const REFRESH = 'refresh_token'
const REMEMBERED_SECONDS = 24 * 3600

interface Refresh {
  token: string
  remember: boolean
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
export const dropRefresh = () => forget(REFRESH)

export function dropTokens() {
  writeCookie('', 0)
  dropRefresh()
}
