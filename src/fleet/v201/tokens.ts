import { object, text } from '../fields.ts'
import type { Payload } from '../frame.ts'
import type { IdTagInfo } from '../messages.ts'

/** A card of 4, 7 or 10 bytes is ISO 14443; a reader names no other. */
const CARD_UID = /^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/i

export const tokenOf = (idTag: string) => ({ idToken: idTag, type: CARD_UID.test(idTag) ? 'ISO14443' : 'Central' })

export const tagFrom = (payload: Payload): string => text(object(payload, 'idToken'), 'idToken')

/** The words that 1.6 has too; the others are as good as Invalid. */
const KNOWN: readonly string[] = ['Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx']

/** What the central system says of a card (2.29), as the pile keeps it. */
export function infoFrom(info: Payload | undefined): IdTagInfo | undefined {
  if (!info) return undefined
  const { status, cacheExpiryDateTime, groupIdToken } = info
  return {
    status: KNOWN.includes(String(status)) ? (status as IdTagInfo['status']) : 'Invalid',
    ...(typeof cacheExpiryDateTime === 'string' && { expiryDate: cacheExpiryDateTime }),
    ...(groupIdToken ? { parentIdTag: text(groupIdToken as Payload, 'idToken') } : {}),
  }
}
