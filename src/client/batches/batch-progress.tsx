import { useTranslation } from 'react-i18next'
import { type BatchTask, batchTask } from '../../shared/entities/batch-task.ts'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import css from './batches.module.css'

/** How many of a batch's piles are made: 4,200 of 10,000 over a bar. */
export function BatchProgress({ task }: { task: Pick<BatchTask, 'made' | 'quantity' | 'state'> }) {
  const { t } = useTranslation('batches')
  const format = useFormat()
  const toneOf = useTones(batchTask, 'state')
  const { made, quantity, state } = task
  const words = t('made_of', { made: format.number(made), quantity: format.number(quantity) })
  return (
    <span className={css.progress}>
      <span>{words}</span>
      <progress style={{ color: `var(--${toneOf(state)})` }} max={quantity} value={made} aria-label={words} />
    </span>
  )
}
