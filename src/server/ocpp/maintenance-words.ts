import type { UpgradeStatus } from '../../shared/domain/upgrade-status.ts'

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

/** The steps of an update that people read, by the words of piles. */
const steps: Readonly<Record<string, UpgradeStatus>> = {
  DownloadScheduled: 'pending_upgrade',
  DownloadPaused: 'downloading',
  Downloading: 'downloading',
  Downloaded: 'downloaded',
  SignatureVerified: 'downloaded',
  CertificateVerified: 'downloaded',
  InstallScheduled: 'downloaded',
  DownloadFailed: 'download_failed',
  Installing: 'upgrading',
  InstallRebooting: 'upgrading',
  Installed: 'installed',
  InstallationFailed: 'install_failed',
  InstallVerificationFailed: 'install_failed',
  InvalidSignature: 'install_failed',
  InvalidCertificate: 'install_failed',
  RevokedCertificate: 'install_failed',
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

/** What a pile's answer and its later words say of an update. */
export const updateWords = {
  /** How far it is; null for a word that says nothing of it. */
  stepOf: (word: unknown): UpgradeStatus | null => steps[maintenanceResultOf(word)?.word ?? ''] ?? null,
  /** Whether it is the error of a pile that has no such call; some write it small, or as the status of an answer. */
  isUnknownCall: (word: string): boolean => /^Not(Implemented|Supported)\b/i.test(word.trim()),
  /** It dropped an older update for the one that it answers (security whitepaper, L01.FR.26). */
  hasTakenOver: (word: string): boolean => keyOf(word) === 'acceptedcanceled',
  /** Of a pile that has the file and waits for the time of its installation. */
  installLater: ['InstallScheduled'],
}

/** Whether a step is one that waits for something else than the pile itself. */
export const isPatient = (status: unknown): boolean => patient.has(keyOf(status))
