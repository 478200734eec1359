import { useTranslation } from 'react-i18next'
import type { RoundPile } from '../../../shared/endpoints/work-orders.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import css from './round.module.css'
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
  return (
    <Card title={words(why)}>
      {note && <p>{note}</p>}
      <small>
        {by && `${by} · `}
        <Ago at={at} />
      </small>
      {onReached && (
        <div className={css.reached}>
          <Button icon="check" onClick={onReached}>
            {t('reached')}
          </Button>
        </div>
      )}
    </Card>
  )
}
