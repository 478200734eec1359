import type { AuthorizationStatus } from '../ports.ts'

/** What a driver shows (2.28). */
export interface IdToken {
  idToken: string
  type: string
}

/** A card's number as we know it; null for what names nobody (NoAuthorization). */
export function cardOf(token: IdToken | undefined): string | null {
  if (!token || token.type === 'NoAuthorization') return null
  return token.idToken.trim() || null
}

/** A card of 4, 7 or 10 bytes is ISO 14443; anything else that we name is the central system's own. */
const CARD_UID = /^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/i

export const tokenOf = (card_number: string): IdToken => ({
  idToken: card_number,
  type: CARD_UID.test(card_number) ? 'ISO14443' : 'Central',
})

/** Every word of ours is one of the standard's (3.4). */
export const tokenInfo = (status: AuthorizationStatus) => ({ status })
