import { useTranslation } from 'react-i18next'
import type { RoundPile } from '../../../shared/endpoints/work-orders.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { useSkippedWords } from './use-skipped-words.ts'

interface Props {
  skipped: NonNullable<RoundPile['skipped']>
  /** Takes it back; null for who may not. */
  onReached: (() => void) | null
}

/** Why a pile was not reached, who said so and when. */
export function SkippedCard({ skipped: { why, note, at, by }, onReached }: Props) {
  const { t } = useTranslation('inspections')
  const words = useSkippedWords()
  const format = useFormat()
  return (
    <Card title={words(why)}>
      {note && <p>{note}</p>}
      <small>{[by, format.ago(at)].filter(Boolean).join(' · ')}</small>
      {onReached && (
        <Button icon="check" onClick={onReached}>
          {t('reached')}
        </Button>
      )}
    </Card>
  )
}
