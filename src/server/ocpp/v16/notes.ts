import type { Maintenance } from '../../../shared/domain/intent.ts'
import type { Sign } from '../command-sign.ts'
import { reporter } from '../every-version/message.ts'
import { readInstant } from '../every-version/timestamp.ts'
import type { Caller, Outcome } from '../protocol.ts'

/* What a pile tells of updates, uploads and its security. */

interface Status {
  status: string
  /** Of the security extension's requests, which it tells apart. */
  requestId?: number
}

const telling = (action: string, work: Maintenance) =>
  reporter<Status>(action, async ({ status: word, requestId: request }, { events, received_at }: Caller) => {
    await events.maintained({ work, word, request }, received_at)
    return { answer: {}, sign: { shows: 'maintenance', work, word, request } }
  })

/** How an update of the pile's firmware goes on (OCPP 1.6, 4.5). */
export const firmwareStatusNotification = telling('FirmwareStatusNotification', 'update_firmware')

/** The same for a signed update (security whitepaper, 4.8). */
export const signedFirmwareStatusNotification = telling('SignedFirmwareStatusNotification', 'update_signed_firmware')

/** How an upload of diagnostics goes on (OCPP 1.6, 4.4). */
export const diagnosticsStatusNotification = telling('DiagnosticsStatusNotification', 'upload_diagnostics')

/** How an upload of a log goes on (security whitepaper, 4.6). */
export const logStatusNotification = telling('LogStatusNotification', 'upload_log')

interface SecurityEventNotification {
  type: string
  timestamp?: string
  techInfo?: string
}

/** Something that concerns the pile's security (security whitepaper, 4.5). */
export const securityEventNotification = reporter<SecurityEventNotification>(
  'SecurityEventNotification',
  async ({ type, timestamp, techInfo }, { events, flag, received_at }): Promise<Outcome> => {
    const at = timestamp ? readInstant(timestamp, flag) : received_at
    await events.security({ type, at, received_at, info: techInfo || null })
    return { answer: {}, sign: updated(type, at) }
  },
)

/** Some piles say this and forget the word Installed. */
const updated = (type: string, at: number): Sign =>
  type === 'FirmwareUpdated' ? { shows: 'updated', at } : { shows: 'other' }

interface SignCertificate {
  csr: string
}

/** The pile asks for a certificate; it follows by a call of ours (security whitepaper, A02, A03). */
export const signCertificate = reporter<SignCertificate>('SignCertificate', async ({ csr }, { events }) => {
  const isTaken = await events.certificateRequested(csr)
  return { answer: { status: isTaken ? 'Accepted' : 'Rejected' }, sign: { shows: 'certificate' } }
})
