import { useTranslation } from 'react-i18next'
import { prepaidBalances } from '../../shared/endpoints/dashboard-parts.ts'
import { useCall } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { wholeMoney } from '../kit/i18n/whole-money.ts'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { Pill } from '../kit/ui/pill.tsx'
import { Facts } from './facts.tsx'
import { ListCard, ListRow, useMostRows } from './list-card.tsx'
import type { WidgetProps } from './widget-props.ts'

const EVERY_MS = 10_000

/** What customers have with the operator, who owes, and who is about to run dry. */
export function BalancesWidget({ settings }: WidgetProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const pathOf = useRecordPath()
  const most = useMostRows()
  const home = useHome('customer')
  const { low_cents } = settings
  const body = typeof low_cents === 'number' ? { low_cents } : {}
  const query = useCall(prepaidBalances, body, { entities: ['customer'], everyMs: EVERY_MS })
  return (
    <ListCard
      title={t('widgets.balances')}
      query={query}
      all={home}
      none={t('balances.none')}
      count={({ rows }) => rows.length}
      head={({ held_cents, owed_cents, customers, owing, low }) => (
        <Facts
          facts={[
            [t('balances.held'), wholeMoney(format, held_cents), t('balances.customers', { count: customers })],
            [
              t('balances.owed'),
              wholeMoney(format, owed_cents),
              [t('balances.owing', { count: owing }), low > 0 && t('balances.low', { count: low })]
                .filter(Boolean)
                .join(' · '),
            ],
          ]}
        />
      )}
    >
      {({ rows }) =>
        rows.slice(0, most).map(({ id, title, balance_cents }) => (
          <ListRow key={id} to={pathOf('customer', id)}>
            <span className="grow">{title}</span>
            <Pill tone={balance_cents < 0 ? 'faulted' : 'waiting'}>
              {t(balance_cents < 0 ? 'balances.owes' : 'balances.nearly')}
            </Pill>
            <b>{format.money(balance_cents, { signed: true })}</b>
          </ListRow>
        ))
      }
    </ListCard>
  )
}
