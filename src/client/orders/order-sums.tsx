import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../shared/entities/order.ts'
import type { Page } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWide } from '../kit/ui/use-wide.ts'

const FEES = ['electricity', 'service', 'occupation'] as const

/** 38 orders · 1,204.6 kWh · total ¥ 2,116.40, over the filters; where there is room the fees as well. */
export function Sums({ page }: { page: Page<Order> }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const wide = useWide()
  const { summary, total } = page
  const { energy_wh = 0, total_cents = 0, paid_cents = 0, refunded_cents = 0 } = summary
  const fees = wide ? FEES.map((fee) => `${t(`bill.${fee}`)} ${format.money(summary[`${fee}_cents`] ?? 0)}`) : []
  const count = t('summary.orders', { count: total, shown: format.number(total) })
  const money = [
    t('summary.total', { amount: format.money(total_cents) }),
    ...(wide ? [t('summary.paid', { amount: format.money(paid_cents) })] : []),
    ...(refunded_cents > 0 ? [t('summary.refunded', { amount: format.money(refunded_cents) })] : []),
  ]
  const sums = [count, format.energy(energy_wh), ...fees, ...money]
  // A sum and its word stay on one line.
  return sums.map((sum, at) => (
    <Fragment key={sum}>
      {at > 0 && ' · '}
      <span style={{ whiteSpace: 'nowrap' }}>{sum}</span>
    </Fragment>
  ))
}
