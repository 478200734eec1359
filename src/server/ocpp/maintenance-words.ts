/** What a word of a pile means for an update or an upload that it was asked for. */
export type MaintenanceResult = 'done' | 'failed' | 'under_way'

/**
 * The words of updates and uploads (OCPP 1.6, 7.24 and 7.25; security whitepaper, 6.8 and 6.19), those that its first
 * edition had and 2.0.1 has besides. Idle says nothing of an update that was asked for, so it is not here.
 */
const fates: Record<MaintenanceResult, readonly string[]> = {
  done: ['Installed', 'Uploaded'],
  failed: [
    'DownloadFailed',
    'InstallationFailed',
    'InstallVerificationFailed',
    'InvalidSignature',
    'InvalidCertificate',
    'RevokedCertificate',
    'UploadFailed',
    'UploadFailure',
    'BadMessage',
    'NotSupportedOperation',
    'PermissionDenied',
    'AcceptedCanceled',
  ],
  under_way: [
    'Downloading',
    'Downloaded',
    'DownloadScheduled',
    'DownloadPaused',
    'Installing',
    'InstallRebooting',
    'InstallScheduled',
    'SignatureVerified',
    'CertificateVerified',
    'Uploading',
  ],
}

/** These may last until the last car has gone, or until the time that was asked for. */
const patient = new Set(['downloadscheduled', 'downloadpaused', 'downloaded', 'installscheduled'])

const known = new Map(
  Object.entries(fates).flatMap(([fate, words]) =>
    words.map((word) => [word.toLowerCase(), { fate: fate as MaintenanceResult, word }]),
  ),
)

const keyOf = (status: unknown) => String(status).trim().toLowerCase()

/** The standard's spelling of a word and what it means; null for Idle and for a word that nobody knows. */
export const maintenanceResultOf = (status: unknown): { fate: MaintenanceResult; word: string } | null =>
  known.get(keyOf(status)) ?? null

/** Whether a step is one that waits for something else than the pile itself. */
export const isPatient = (status: unknown): boolean => patient.has(keyOf(status))
