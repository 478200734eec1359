import { useTranslation } from 'react-i18next'
import { type Refund, refund as refundEntity } from '../../../shared/entities/refund.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { Fact, Facts } from '../../kit/ui/facts.tsx'

/** What is decided on: the amount, how it goes back, for which order, and why. */
export function About({ refund }: { refund: Refund }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useWords(refundEntity)
  return (
    <Facts>
      <Fact label={words.label('amount_cents')}>
        <b>{format.money(refund.amount_cents)}</b>
      </Fact>
      <Fact label={words.label('way')}>{words.choice('way', refund.way)}</Fact>
      <Fact label={words.label('order_id')}>{refund.order.title}</Fact>
      <Fact label={words.label('reason')}>{refund.reason}</Fact>
      <Fact label={words.label('asked_by')}>
        {t('refund.by_at', { by: refund.asked_by, at: format.moment(refund.created_at) })}
      </Fact>
    </Facts>
  )
}
