import { useTranslation } from 'react-i18next'
import type { Customer } from '../../shared/entities/customer.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { type Action, useAllowed } from '../kit/ui/actions.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import css from './customers.module.css'

/** What a customer has left, and paying in. */
export function BalanceCard({ customer, topUp }: { customer: Customer; topUp: Action | undefined }) {
  const { t } = useTranslation('customers')
  const format = useFormat()
  const [allowed] = useAllowed(topUp ? [topUp] : [])
  const { balance_cents } = customer
  if (balance_cents === undefined && !allowed) return null
  return (
    <Card>
      <div className={css.balance}>
        {balance_cents !== undefined && (
          <div className="grow">
            <small>{t('balance_now')}</small>
            <b>{format.money(balance_cents, { signed: true })}</b>
          </div>
        )}
        {allowed && (
          <Button look="primary" size="large" icon="plus" onClick={allowed.onPress}>
            {allowed.label}
          </Button>
        )}
      </div>
    </Card>
  )
}
