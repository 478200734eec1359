import { useTranslation } from 'react-i18next'
import type { UpgradeStatus } from '../../shared/domain/upgrade-status.ts'
import type { FirmwareRow } from '../../shared/endpoints/firmware.ts'
import { firmwareUpgrade } from '../../shared/entities/firmware-upgrade.ts'
import { SegmentBar } from '../kit/charts/segment-bar.tsx'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import css from './firmware.module.css'

/** As the bar fills: what is installed first, what nobody has begun last. */
const ORDER: readonly UpgradeStatus[] = [
  'installed',
  'upgrading',
  'downloaded',
  'downloading',
  'install_failed',
  'download_failed',
  'error_response',
  'pending_upgrade',
]

/** How far a task is: 33 of 41 installed over a bar, and in words what became of the others. */
export function UpgradeProgress({ upgrades, whole }: { upgrades: FirmwareRow['upgrades']; whole?: true }) {
  const { t } = useTranslation('firmware')
  const format = useFormat()
  const words = useWords(firmwareUpgrade)
  const toneOf = useTones(firmwareUpgrade, 'upgrade_status')
  const all = ORDER.reduce((sum, status) => sum + upgrades[status], 0)
  const others = ORDER.filter((status) => status !== 'installed' && upgrades[status] > 0)
  if (all === 0) return <span>{t('not_pushed')}</span>
  return (
    <div className={whole ? css.whole : css.progress}>
      <span className={whole ? css.lead : undefined}>
        {t('installed_of', { installed: format.number(upgrades.installed), all: format.number(all) })}
      </span>
      <SegmentBar segments={ORDER.map((key) => ({ key, count: upgrades[key], tone: toneOf(key) }))} />
      {whole && (
        <p className={css.others}>
          {others
            .map((status) => `${words.choice('upgrade_status', status)} ${format.number(upgrades[status])}`)
            .join(' · ')}
        </p>
      )}
    </div>
  )
}
