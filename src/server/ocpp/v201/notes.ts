import { handler, reporter } from '../every-version/message.ts'
import { certificateAsked, maintenanceStatus, type SecurityEvent, securityEvent } from '../every-version/notes.ts'

/* What a pile tells of updates, uploads, its security and its parts. */

/** How an update of the pile's firmware goes on (L01). All are signed or none, as the pile was asked. */
export const firmwareStatusNotification = maintenanceStatus('FirmwareStatusNotification', 'update_signed_firmware')

/** How an upload of a log goes on (N01). */
export const logStatusNotification = maintenanceStatus('LogStatusNotification', 'upload_log')

/** Something that concerns the pile's security (A04). */
export const securityEventNotification = reporter<SecurityEvent>('SecurityEventNotification', securityEvent)

const OWN = 'ChargingStationCertificate'

interface SignCertificate {
  csr: string
  certificateType?: string
  /** Of 2.1. */
  requestId?: number
}

/** The pile asks for a certificate of its own; it follows by a call of ours (A02). One by which it shows itself to cars is not signed here. */
export const signCertificate = reporter<SignCertificate>(
  'SignCertificate',
  async ({ csr, certificateType = OWN, requestId }, { events }) =>
    certificateAsked(certificateType === OWN && (await events.certificateRequested(csr, requestId ?? null))),
)

/** Chargedeck speaks no vendor's extension (P02.FR.06); the frame is in the log. */
export const dataTransfer = handler('DataTransfer', () => ({ status: 'UnknownVendorId' }))

/**
 * What is answered with nothing, as the standard asks (L03): the frame in the log has all of it, and
 * nothing of ours is made of it.
 */
export const heard = ['PublishFirmwareStatusNotification'].map((action) => handler(action, () => ({})))

/** Cars with contracts find none here (K15.FR.03, K15.FR.05, M06). */
export const unserved = [
  handler('NotifyEVChargingNeeds', () => ({ status: 'Rejected' })),
  handler('NotifyEVChargingSchedule', () => ({ status: 'Rejected' })),
  handler('GetCertificateStatus', () => ({ status: 'Failed' })),
  handler('Get15118EVCertificate', () => ({ status: 'Failed', exiResponse: '' })),
]
