import { useTranslation } from 'react-i18next'
import type { Pile } from '../../shared/entities/pile.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Pill } from '../kit/ui/pill.tsx'

/** Beside a pile's state: it sends more than its limit allows. Nothing while it does not. */
export function FloodMark({ pile: { flooding_since } }: { pile: Pick<Pile, 'flooding_since'> }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  if (!flooding_since) return null
  return (
    <span title={t('flooding_since', { at: format.full(flooding_since) })}>
      <Pill tone="faulted">{t('flooding')}</Pill>
    </span>
  )
}
