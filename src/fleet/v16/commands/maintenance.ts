import { instant, maybe, object, oneOf, status, text, whole } from '../../fields.ts'
import { CallError } from '../../frame.ts'
import type { Maintenance } from '../../maintenance.ts'
import type { CallHandler } from '../../pile.ts'

/** The Firmware Management profile (OCPP 1.6, clauses 5.9 and 5.19), and signed updates and logs of the security extension (L01, N01). */
export const maintenanceCommands = (maintenance: Maintenance): Record<string, CallHandler> => ({
  GetDiagnostics(payload) {
    const job = jobFrom(payload)
    return { payload: { fileName: maintenance.nameOf('diagnostics') }, effect: () => maintenance.upload(job) }
  },

  GetLog(payload) {
    const kind = oneOf(payload, 'logType', ['DiagnosticsLog', 'SecurityLog'])
    const request = whole(payload, 'requestId')
    const job = jobFrom({ ...payload, location: text(object(payload, 'log'), 'remoteLocation') })
    const answer = maintenance.isUploadingLog ? 'AcceptedCanceled' : 'Accepted'
    return {
      payload: { status: answer, filename: maintenance.nameOf(kind) },
      effect: () => maintenance.uploadLog(kind, request, job),
    }
  },

  UpdateFirmware(payload) {
    if (maintenance.refuses) throw new CallError('NotSupported', 'this pile takes no firmware')
    const job = { ...jobFrom(payload), at: instant(payload, 'retrieveDate') }
    return { payload: {}, effect: () => maintenance.update(job) }
  },

  SignedUpdateFirmware(payload) {
    const firmware = object(payload, 'firmware')
    const certificate = text(firmware, 'signingCertificate')
    const numbered = {
      requestId: whole(payload, 'requestId'),
      installAt: maybe(instant, firmware, 'installDateTime'),
      proof: { certificate, signature: text(firmware, 'signature') },
    }
    const job = {
      ...jobFrom({ ...payload, location: text(firmware, 'location') }),
      ...{ at: instant(firmware, 'retrieveDateTime'), numbered },
    }
    if (maintenance.refuses) return status('Rejected')
    if (!maintenance.believes(certificate))
      return status('InvalidCertificate', () => maintenance.tellEvent('InvalidFirmwareSigningCertificate'))
    return status(maintenance.isUpdating ? 'AcceptedCanceled' : 'Accepted', () => maintenance.update(job))
  },
})

function jobFrom(payload: Parameters<CallHandler>[0]) {
  return {
    location: text(payload, 'location'),
    retries: maybe(whole, payload, 'retries') ?? 1,
    retryInterval_s: maybe(whole, payload, 'retryInterval') ?? 30,
  }
}
