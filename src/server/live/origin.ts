import type { IncomingMessage } from 'node:http'

/**
 * Whether a page of this console opens the socket. A browser always names the page's origin; what names none is no browser
 * and can be tricked by no page.
 */
export function ownOrigin(request: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const named = new URL(origin)
  return named.host === host || (publicUrl !== null && named.origin === new URL(publicUrl).origin)
}
