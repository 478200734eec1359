import { useTranslation } from 'react-i18next'
import type { Customer } from '../../shared/entities/customer.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Fact, Facts } from '../kit/ui/facts.tsx'

interface Props {
  customer: Customer
  /** What is added; below zero it is taken. */
  cents: number
  /** It counts only once a second person agreed. */
  agreed: boolean
}

/** The balance before and after, for anyone who may see it. */
export function BalanceFacts({ customer: { balance_cents }, cents, agreed }: Props) {
  const { t } = useTranslation('customers')
  const format = useFormat()
  if (balance_cents === undefined) return null
  return (
    <Facts>
      <Fact label={t('balance_now')}>{format.money(balance_cents, { signed: true })}</Fact>
      <Fact label={t(agreed ? 'balance_agreed' : 'balance_after')}>
        <b>{format.money(balance_cents + cents, { signed: true })}</b>
      </Fact>
    </Facts>
  )
}
