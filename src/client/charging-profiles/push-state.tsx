import { useTranslation } from 'react-i18next'
import type { ChargingProfileRecord } from '../../shared/entities/charging-profile.ts'
import { Pill } from '../kit/ui/pill.tsx'

type Pushed = Pick<ChargingProfileRecord, 'pushed_version' | 'version'>

/** Whether piles hold what the profile says now. */
export function PushState({ row: { pushed_version, version } }: { row: Pushed }) {
  const { t } = useTranslation('charging_profiles')
  if (pushed_version === null) return <Pill tone="offline">{t('state.not_pushed')}</Pill>
  if (pushed_version !== version) return <Pill tone="waiting">{t('state.changed')}</Pill>
  return <Pill tone="available">{t('state.pushed')}</Pill>
}
