import { useTranslation } from 'react-i18next'
import type { Pile } from '../../shared/entities/pile.ts'
import { useStateTones } from '../kit/dictionaries/use-state-tones.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { Pill } from '../kit/ui/pill.tsx'

/** A pile that has not connected yet: still in its box, or adopted after it tried to and awaited again. */
export function NotConnectedYet({ pile }: { pile: Pile }) {
  const { t } = useTranslation('piles')
  const toneOf = useStateTones()
  const format = useFormat()
  const now = useNow()
  const { knocked_at } = pile
  if (!knocked_at) return <Pill tone={toneOf('offline')}>{t('never_connected')}</Pill>
  return <Pill tone="waiting">{t('knocked', { ago: format.ago(knocked_at, now) })}</Pill>
}
