import { maybe, status, text } from './fields.ts'
import type { Payload } from './frame.ts'
import type { Pile } from './pile.ts'

/** DataTransfer, the same in every version: one vendor's message says back what it is told. */
export function takeData(pile: Pile, payload: Payload) {
  if (text(payload, 'vendorId') !== pile.model.vendor) return status('UnknownVendorId')
  if (payload.messageId !== 'Echo') return status('UnknownMessageId')
  return { payload: { status: 'Accepted', data: maybe(text, payload, 'data') ?? '' } }
}
