import { handler } from '../every-version/message.ts'
import { readInstant } from '../every-version/timestamp.ts'
import { CallRefused } from '../framing.ts'
import type { ToldSettlement } from '../ports.ts'
import { authorize as before } from '../v201/authorize.ts'
import { type IdToken, tokenInfo } from '../v201/id-tokens.ts'

interface Settlement {
  transactionId?: string
  pspRef: string
  status: string
  statusInfo?: string
  settlementAmount: number
  settlementTime: string
  receiptId?: string
  receiptUrl?: string
  vatNumber?: string
  vatCompany?: Company
}

interface Company {
  name: string
  address1: string
  address2?: string
  city: string
  postalCode?: string
  country: string
}

interface VatNumber {
  vatNumber: string
  evseId?: number
}

const STATUSES = new Map<string, ToldSettlement['status']>([
  ['Settled', 'settled'],
  ['Canceled', 'canceled'],
  ['Rejected', 'rejected'],
  ['Failed', 'failed'],
])
/** In cents; no session comes near it. */
const MOST_CENTS = 1_000_000_000_00

const LONGEST_REFERENCE = 255

/**
 * A payment that the pile's terminal took (C18.FR.06), by the reference of its service: no card of ours, and good wherever a terminal is. Null for any
 * other token.
 */
export const referenceOf = (token: IdToken | undefined): string | null =>
  token?.type === 'DirectPayment' ? token.idToken.trim().slice(0, LONGEST_REFERENCE) || null : null

/** A pile that asks before it begins (C18.FR.04). */
const authorize = handler<{ idToken: IdToken }>(before.action, async (call, caller) =>
  referenceOf(call.idToken) === null
    ? (await before.handle(call as never, caller)).answer
    : { idTokenInfo: tokenInfo({ status: 'Accepted' }) },
)

const lineOf = ({ name, address1, address2, postalCode, city, country }: Company) =>
  [name, address1, address2, [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')

/** What became of a payment at the pile's terminal (C19 to C22): kept, and no more. Answered with our receipt's number where there is one. */
const notifySettlement = handler<Settlement>('NotifySettlement', async (call, { events, flag, received_at }) => {
  const status = STATUSES.get(call.status)
  if (!status) throw new CallRefused('property', '/status is none of the standard')
  const amount_cents = Math.round(call.settlementAmount * 100)
  if (!(Math.abs(amount_cents) <= MOST_CENTS)) throw new CallRefused('property', '/settlementAmount is out of range')
  const { receipt_number } = await events.settled({
    ...{ status, amount_cents, received_at, reference: call.pspRef, info: call.statusInfo ?? null },
    transaction_id: call.transactionId?.trim() || null,
    settled_at: readInstant(call.settlementTime, flag) || null,
    ...{ receipt_number: call.receiptId ?? null, receipt_url: call.receiptUrl ?? null },
    ...{ vat_number: call.vatNumber ?? null, company: call.vatCompany ? lineOf(call.vatCompany) : null },
  })
  // The pile has its own already (C21.FR.04).
  return receipt_number === null || call.receiptId ? {} : { receiptId: receipt_number }
})

/** Nobody is asked here whether a company has this number, so it is not confirmed; the receipt goes without it. */
const vatNumberValidation = handler<VatNumber>(
  'VatNumberValidation',
  async ({ vatNumber, evseId }, { events, received_at }) => {
    await events.settled({
      ...{ status: 'vat_asked', reference: vatNumber, vat_number: vatNumber, received_at, amount_cents: null },
      ...{ transaction_id: null, settled_at: null, info: null, receipt_number: null, receipt_url: null, company: null },
    })
    return {
      ...{ vatNumber, ...(evseId !== undefined && { evseId }), status: 'Rejected' },
      statusInfo: { reasonCode: 'UnsupportedRequest', additionalInfo: 'VAT numbers are not checked here' },
    }
  },
)

export const payments = [authorize, notifySettlement, vatNumberValidation]
