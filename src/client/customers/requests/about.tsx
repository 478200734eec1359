import { useTranslation } from 'react-i18next'
import { type BalanceRequest, balanceRequest } from '../../../shared/entities/balance-request.ts'
import { EMPTY } from '../../kit/i18n/format.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { Fact, Facts } from '../../kit/ui/facts.tsx'

/** What a decision on a request may change. */
export const CHANGED = ['balance_request', 'customer', 'ledger_entry', 'order'] as const

/** What is decided on: the amount, for whom, and who asks why. */
export function About({ request }: { request: BalanceRequest }) {
  const { t } = useTranslation('customers')
  const format = useFormat()
  const words = useWords(balanceRequest)
  return (
    <Facts>
      <Fact label={words.label('kind')}>{words.choice('kind', request.kind)}</Fact>
      <Fact label={words.label('amount_cents')}>
        <b>{format.money(request.amount_cents, { signed: true })}</b>
      </Fact>
      <Fact label={words.label('customer_id')}>{request.customer.title}</Fact>
      <Fact label={words.label('remark')}>{request.remark ?? EMPTY}</Fact>
      <Fact label={words.label('asked_by')}>
        {t('second_person.by_at', { by: request.asked_by, at: format.moment(request.created_at) })}
      </Fact>
    </Facts>
  )
}
