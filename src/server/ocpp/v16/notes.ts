import { reporter } from '../every-version/message.ts'
import { certificateAsked, maintenanceStatus, type SecurityEvent, securityEvent } from '../every-version/notes.ts'

/* What a pile tells of updates, uploads and its security. */

/** How an update of the pile's firmware goes on (OCPP 1.6, 4.5). */
export const firmwareStatusNotification = maintenanceStatus('FirmwareStatusNotification', 'update_firmware')

/** The same for a signed update (security whitepaper, 4.8). */
export const signedFirmwareStatusNotification = maintenanceStatus(
  'SignedFirmwareStatusNotification',
  'update_signed_firmware',
)

/** How an upload of diagnostics goes on (OCPP 1.6, 4.4). */
export const diagnosticsStatusNotification = maintenanceStatus('DiagnosticsStatusNotification', 'upload_diagnostics')

/** How an upload of a log goes on (security whitepaper, 4.6). */
export const logStatusNotification = maintenanceStatus('LogStatusNotification', 'upload_log')

/** Something that concerns the pile's security (security whitepaper, 4.5). */
export const securityEventNotification = reporter<SecurityEvent>('SecurityEventNotification', securityEvent)

interface SignCertificate {
  csr: string
}

/** The pile asks for a certificate; it follows by a call of ours (security whitepaper, A02, A03). */
export const signCertificate = reporter<SignCertificate>('SignCertificate', async ({ csr }, { events }) =>
  certificateAsked(await events.certificateRequested(csr)),
)
