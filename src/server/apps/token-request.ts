import type { FastifyRequest } from 'fastify'
import { OAuthRefusal } from './oauth-refusal.ts'

export interface TokenRequest {
  client_id: string
  secret: string
  /** What is asked for of all that the app may do; null is all. */
  scope: readonly string[] | null
}

const BASIC = /^Basic +([A-Za-z0-9+/=]+)$/i

/** Reads a request for a token (RFC 6749, 4.4.2), its app authenticated by header or by the form, not by both (2.3.1). */
export function readTokenRequest({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): TokenRequest {
  const form = (body ?? {}) as Record<string, unknown>
  // Parameters must not be given twice (3.2).
  if (Object.values(form).some((value) => typeof value !== 'string')) throw new OAuthRefusal('invalid_request')
  const { grant_type, client_id = '', client_secret = '', scope = '' } = form as Record<string, string>
  if (!grant_type) throw new OAuthRefusal('invalid_request')
  if (grant_type !== 'client_credentials') throw new OAuthRefusal('unsupported_grant_type')
  const basic = headers.authorization === undefined ? null : fromHeader(headers.authorization)
  if (basic && client_secret) throw new OAuthRefusal('invalid_request')
  const wanted = scope.split(' ').filter(Boolean)
  return { ...(basic ?? { client_id, secret: client_secret }), scope: wanted.length ? wanted : null }
}

/** Both parts are form-encoded before they are joined (2.3.1). */
function fromHeader(header: string): { client_id: string; secret: string } {
  const [, encoded = ''] = BASIC.exec(header) ?? []
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) throw new OAuthRefusal('invalid_client')
  return { client_id: formDecoded(id), secret: formDecoded(secret) }
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthRefusal('invalid_client')
  }
}
