import type { Maintenance } from '../../../shared/domain/intent.ts'
import type { Sign } from '../command-sign.ts'
import type { Caller, Outcome } from '../protocol.ts'
import { reporter } from './message.ts'
import { readInstant } from './timestamp.ts'

/* What a pile tells of updates, uploads and its security, alike in every version. */

interface Status {
  status: string
  /** Of requests that it tells apart. */
  requestId?: number
}

/** How a piece of maintenance goes on. */
export const maintenanceStatus = (action: string, work: Maintenance) =>
  reporter<Status>(action, async ({ status: word, requestId: request }, { events, received_at }: Caller) => {
    await events.maintained({ work, word, request }, received_at)
    return { answer: {}, sign: { shows: 'maintenance', work, word, request } }
  })

export interface SecurityEvent {
  type: string
  timestamp?: string
  techInfo?: string
}

/** Something that concerns the pile's security. */
export async function securityEvent(
  { type, timestamp, techInfo }: SecurityEvent,
  { events, flag, received_at }: Caller,
): Promise<Outcome> {
  const at = timestamp ? readInstant(timestamp, flag) : received_at
  await events.security({ type, at, received_at, info: techInfo || null })
  return { answer: {}, sign: updated(type, at) }
}

/** Some piles say this and forget the word Installed. */
const updated = (type: string, at: number): Sign =>
  type === 'FirmwareUpdated' ? { shows: 'updated', at } : { shows: 'other' }

/** What is answered to a pile that asks for a certificate. */
export const certificateAsked = (isTaken: boolean): Outcome => ({
  answer: { status: isTaken ? 'Accepted' : 'Rejected' },
  sign: { shows: 'certificate' },
})
