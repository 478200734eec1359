import { instant, maybe, object, oneOf, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import type { Maintenance } from '../../maintenance.ts'
import type { CallHandler } from '../../pile.ts'

/** Updates and logs (L01, L02, N01). */
export const maintenanceCommands = (maintenance: Maintenance): Record<string, CallHandler> => ({
  UpdateFirmware(payload) {
    const firmware = object(payload, 'firmware')
    const certificate = maybe(text, firmware, 'signingCertificate')
    if (maintenance.refuses) return status('Rejected')
    if (certificate !== undefined && !maintenance.believes(certificate))
      return status('InvalidCertificate', () => maintenance.tellEvent('InvalidFirmwareSigningCertificate'))
    const job = {
      ...jobFrom(payload, text(firmware, 'location')),
      at: instant(firmware, 'retrieveDateTime'),
      numbered: {
        requestId: whole(payload, 'requestId'),
        installAt: maybe(instant, firmware, 'installDateTime'),
        proof: certificate === undefined ? null : { certificate, signature: text(firmware, 'signature') },
      },
    }
    return status(maintenance.isUpdating ? 'AcceptedCanceled' : 'Accepted', () => maintenance.update(job))
  },

  GetLog(payload) {
    const kind = oneOf(payload, 'logType', ['DiagnosticsLog', 'SecurityLog'])
    const request = whole(payload, 'requestId')
    const job = jobFrom(payload, text(object(payload, 'log'), 'remoteLocation'))
    const answer = maintenance.isUploadingLog ? 'AcceptedCanceled' : 'Accepted'
    return {
      payload: { status: answer, filename: maintenance.nameOf(kind) },
      effect: () => maintenance.uploadLog(kind, request, job),
    }
  },
})

const jobFrom = (payload: Payload, location: string) => ({
  location,
  retries: maybe(whole, payload, 'retries') ?? 1,
  retryInterval_s: maybe(whole, payload, 'retryInterval') ?? 30,
})
