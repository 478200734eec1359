import { useTranslation } from 'react-i18next'
import type { CostState } from '../../shared/domain/pile-cost.ts'
import type { orderDetail } from '../../shared/endpoints/orders.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { Compared } from './compared.tsx'

/** In these a person should look. */
const ODD: readonly CostState[] = ['differs', 'failed', 'other_currency']

/** What the pile came to by itself, beside what is billed. */
export function PileCost({ cost }: { cost: Data<typeof orderDetail>['pile_cost'] }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  if (!cost) return null
  const { state, ours_cents, theirs_cents, currency, reason } = cost
  const words = t(`pile_cost.${state}`, { reason: reason ?? t('pile_cost.no_reason') })
  const theirs =
    theirs_cents === null
      ? null
      : state === 'other_currency'
        ? `${currency} ${format.number(theirs_cents / 100, 2)}`
        : format.money(theirs_cents, { signed: true })
  return (
    <Compared title={t('pile_cost.title')} words={words} odd={ODD.includes(state)}>
      <Facts>
        <Fact label={t('pile_cost.ours')}>{format.money(ours_cents)}</Fact>
        {theirs !== null && <Fact label={t('pile_cost.theirs')}>{theirs}</Fact>}
      </Facts>
    </Compared>
  )
}
