import type { CardInfo } from '../ports.ts'

type CardFacts = Omit<CardInfo, 'status'>

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

/**
 * What a number is by its looks (3.43): a card of 4, 7 or 10 bytes, one of 8 bytes that begins with E0 (ISO 15693, 4.1), a contract's name (ISO 15118-2,
 * annex H), a car's network address; anything else that we name is the central system's own.
 */
const TYPES: readonly [string, RegExp][] = [
  ['ISO14443', /^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/i],
  ['ISO15693', /^E0[0-9A-F]{14}$/i],
  ['MacAddress', /^[0-9A-F]{2}([:-][0-9A-F]{2}){5}$/i],
  ['eMAID', /^[A-Z]{2}-?[A-Z0-9]{3}-?C[A-Z0-9]{8}(-?[A-Z0-9])?$/i],
]

export const tokenOf = (card_number: string): IdToken => ({
  idToken: card_number,
  type: TYPES.find(([, looks]) => looks.test(card_number))?.[0] ?? 'Central',
})

/** A group is known here alone. */
export const groupOf = (number: string): IdToken => ({ idToken: number, type: 'Central' })

/** Every status of ours is one of the standard's (3.4); its group goes with it (C01.FR.06, C09.FR.09, C09.FR.12). */
export const tokenInfo = <S extends string>({ status, group, until }: { status: S } & Partial<CardFacts>) => ({
  status,
  ...(until && { cacheExpiryDateTime: until }),
  ...(group && { groupIdToken: groupOf(group) }),
})
