import { useTranslation } from 'react-i18next'
import type { Pile } from '../../shared/entities/pile.ts'
import { Pill } from '../kit/ui/pill.tsx'

/** Beside a pile's state: its configuration is not what its type's template says. Nothing while it is. */
export function DriftMark({ pile: { configuration } }: { pile: Pick<Pile, 'configuration'> }) {
  const { t } = useTranslation('piles')
  if (configuration !== 'differs') return null
  return (
    <span title={t('drift_text')}>
      <Pill tone="waiting">{t('drift')}</Pill>
    </span>
  )
}
