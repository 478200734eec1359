import type { Maintenance } from '../../../shared/domain/intent.ts'
import type { Sign } from '../command-sign.ts'
import { handler, reporter } from '../every-version/message.ts'
import { readInstant } from '../every-version/timestamp.ts'
import type { Caller, Outcome } from '../protocol.ts'

/* What a pile tells of updates, uploads, its security and its parts. */

interface Status {
  status: string
  requestId?: number
}

const telling = (action: string, work: Maintenance) =>
  reporter<Status>(action, async ({ status: word, requestId: request }, { events, received_at }: Caller) => {
    await events.maintained({ work, word, request }, received_at)
    return { answer: {}, sign: { shows: 'maintenance', work, word, request } }
  })

/** How an update of the pile's firmware goes on (L01). All are signed or none, as the pile was asked. */
export const firmwareStatusNotification = telling('FirmwareStatusNotification', 'update_signed_firmware')

/** How an upload of a log goes on (N01). */
export const logStatusNotification = telling('LogStatusNotification', 'upload_log')

interface SecurityEventNotification {
  type: string
  timestamp: string
  techInfo?: string
}

/** Something that concerns the pile's security (A04). */
export const securityEventNotification = reporter<SecurityEventNotification>(
  'SecurityEventNotification',
  async ({ type, timestamp, techInfo }, { events, flag, received_at }): Promise<Outcome> => {
    const at = readInstant(timestamp, flag)
    await events.security({ type, at, received_at, info: techInfo || null })
    return { answer: {}, sign: updated(type, at) }
  },
)

/** Some piles say this and forget the word Installed. */
const updated = (type: string, at: number): Sign =>
  type === 'FirmwareUpdated' ? { shows: 'updated', at } : { shows: 'other' }

interface SignCertificate {
  csr: string
  certificateType?: string
}

/** The pile asks for a certificate of its own; it follows by a call of ours (A02). One for contracts of cars is not given here. */
export const signCertificate = reporter<SignCertificate>(
  'SignCertificate',
  async ({ csr, certificateType }, { events }) => {
    const isTaken = certificateType !== 'V2GCertificate' && (await events.certificateRequested(csr))
    return { answer: { status: isTaken ? 'Accepted' : 'Rejected' }, sign: { shows: 'certificate' } }
  },
)

/** Chargedeck speaks no vendor's extension (P02.FR.06); the frame is in the log. */
export const dataTransfer = handler('DataTransfer', () => ({ status: 'UnknownVendorId' }))

/**
 * What is answered with nothing, as the standard asks (N07.FR.02, B07.FR.03, K12, H04 and others): the frame in the log has all of it, and
 * nothing of ours is made of it.
 */
export const heard = [
  'ClearedChargingLimit',
  'NotifyChargingLimit',
  'NotifyCustomerInformation',
  'NotifyDisplayMessages',
  'NotifyEvent',
  'NotifyMonitoringReport',
  'NotifyReport',
  'PublishFirmwareStatusNotification',
  'ReportChargingProfiles',
  'ReservationStatusUpdate',
].map((action) => handler(action, () => ({})))

/** Cars with contracts find none here (K15.FR.03, K15.FR.05, M06). */
export const unserved = [
  handler('NotifyEVChargingNeeds', () => ({ status: 'Rejected' })),
  handler('NotifyEVChargingSchedule', () => ({ status: 'Rejected' })),
  handler('GetCertificateStatus', () => ({ status: 'Failed' })),
  handler('Get15118EVCertificate', () => ({ status: 'Failed', exiResponse: '' })),
]
