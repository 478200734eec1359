import { pageSignIn } from './page-sign-in.ts'
import { forgetRefresh, keepRefresh } from './refresh.ts'

const COOKIE = 'token'
export const REMEMBERED_SECONDS = 24 * 3600

/** The token of who is signed in; null when nobody is. */
export function readToken(): string | null {
  const own = pageSignIn()
  if (own) return own.token
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
export const writeToken = (token: string, remember: boolean) => writeCookie(token, remember ? REMEMBERED_SECONDS : null)

/** Keeps what someone was let in with. The token is good at once; nobody waits for the store. */
export function keepTokens(token: string, refreshToken: string, remember: boolean): Promise<unknown> {
  writeToken(token, remember)
  return keepRefresh(refreshToken, remember)
}

/** Nobody is signed in from here on. A renewal that another page was in the middle of brings nothing back. */
export function dropTokens(): Promise<unknown> {
  writeCookie('', 0)
  return forgetRefresh(() => {
    writeCookie('', 0)
    return true
  })
}

/** A token that ended with its browser, or a page that closed while it signed out, leaves nothing to renew with. */
export const forgetLeftRefresh = () => forgetRefresh(() => readToken() === null)
