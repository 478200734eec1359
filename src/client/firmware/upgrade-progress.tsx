import { useTranslation } from 'react-i18next'
import type { UpgradeStatus } from '../../shared/domain/upgrade-status.ts'
import type { FirmwareRow } from '../../shared/endpoints/firmware.ts'
import { firmwareUpgrade } from '../../shared/entities/firmware-upgrade.ts'
import { StateProgress } from '../kit/charts/state-progress.tsx'

const ORDER: readonly [UpgradeStatus, ...UpgradeStatus[]] = [
  'installed',
  ...([
    'upgrading',
    'downloaded',
    'downloading',
    'install_failed',
    'download_failed',
    'error_response',
    'pending_upgrade',
  ] as const),
]

const FAILED: readonly UpgradeStatus[] = ['install_failed', 'download_failed', 'error_response']

/** How far a firmware task is. */
export function UpgradeProgress({ upgrades, whole }: { upgrades: FirmwareRow['upgrades']; whole?: true }) {
  const { t } = useTranslation('firmware')
  if (ORDER.every((status) => upgrades[status] === 0)) return <span>{t('not_pushed')}</span>
  return (
    <StateProgress
      {...{ entity: firmwareUpgrade, field: 'upgrade_status', order: ORDER, failed: FAILED, counts: upgrades, whole }}
      said={(installed, all) => t('installed_of', { installed, all })}
    />
  )
}
