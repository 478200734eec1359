import type { TargetState } from '../entities/campaign-target.ts'

/** How far the firmware of one pile is. */
export const UPGRADE_STATUSES = [
  'pending_upgrade',
  'downloading',
  'downloaded',
  'download_failed',
  'upgrading',
  'installed',
  'install_failed',
  'error_response',
] as const
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number]

/**
 * What a pile's state in a campaign and its last word (`told`) come to. One that falls silent failed at what it was doing; one that
 * refused, or of which nothing is known, gave an error for an answer.
 */
export function upgradeStatus(state: TargetState, told: UpgradeStatus | null): UpgradeStatus {
  switch (state) {
    case 'done':
      return 'installed'
    case 'refused':
    case 'unclear':
      return 'error_response'
    case 'failed':
      return failedAfter(told)
    default:
      return told ?? 'pending_upgrade'
  }
}

function failedAfter(told: UpgradeStatus | null): UpgradeStatus {
  if (told === 'downloading') return 'download_failed'
  if (told === 'downloaded' || told === 'upgrading') return 'install_failed'
  return told === null || told === 'pending_upgrade' ? 'error_response' : told
}
