import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { strategyView } from '../../shared/endpoints/billing.ts'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { strategy } from '../../shared/entities/strategy.ts'
import { useCall } from '../kit/api/queries.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityPage } from '../kit/records/entity-page.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { Band, hoursOf } from './band.tsx'
import css from './billing.module.css'
import { CoverageNote, RulesRibbon } from './day-preview.tsx'

const FEES = ['electricity_fee', 'service_fee', 'electricity_cost', 'occupation_fee'] as const

function RulesTable({ rules }: { rules: readonly FrozenRule[] }) {
  const { t } = useTranslation('billing')
  const words = useWords(billingRule)
  const format = useFormat()
  const recordPath = useRecordPath()
  return (
    <Card flush className={css.scroll ?? ''}>
      <table className={css.rules}>
        <thead>
          <tr>
            <th scope="col">{t('rule')}</th>
            <th scope="col">{words.label('band')}</th>
            <th scope="col">{t('hours')}</th>
            {FEES.map((fee) => (
              <th key={fee} scope="col" className={css.figure}>
                {words.label(fee)} {fee === 'occupation_fee' ? '/ h' : '/ kWh'}
              </th>
            ))}
            <th scope="col" className={css.figure}>
              {words.label('free_minutes')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => {
            const to = recordPath('billing_rule', rule.id)
            return (
              <tr key={rule.id}>
                <td>
                  <b>{to ? <Link to={to}>{rule.name}</Link> : rule.name}</b>
                </td>
                <td>
                  <Band band={rule.band} />
                </td>
                <td>{hoursOf(rule)}</td>
                {FEES.map((fee) => (
                  <td key={fee} className={css.figure}>
                    {format.money(rule[fee])}
                  </td>
                ))}
                <td className={css.figure}>
                  {rule.free_minutes > 0 ? format.duration(rule.free_minutes * 60) : EMPTY}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

function Panels({ id }: { id: number }) {
  const { t } = useTranslation('billing')
  const recordPath = useRecordPath()
  const query = useCall(strategyView, { id }, { entities: ['strategy', 'billing_rule', 'site'] })
  return (
    <Loaded query={query} skeleton={<Skeleton height={240} />}>
      {({ rules, sites }) => (
        <>
          <Card title={t('one_day')} aside={<CoverageNote rules={rules} />}>
            <RulesRibbon rules={rules} />
          </Card>
          <RulesTable rules={rules} />
          <Card title={t('used_by', { sites: t('sites', { count: sites.length }) })}>
            {sites.length === 0 ? (
              <small>{t('used_by_none')}</small>
            ) : (
              <div className={css.sites}>
                {sites.map(({ id: site, title }) => {
                  const to = recordPath('site', site)
                  return to ? (
                    <Link key={site} to={to}>
                      {title}
                    </Link>
                  ) : (
                    <span key={site}>{title}</span>
                  )
                })}
              </div>
            )}
          </Card>
        </>
      )}
    </Loaded>
  )
}

/** A strategy: its day, its rules and who uses it. */
export function StrategyPage({ id }: { id: number }) {
  return <EntityPage entity={strategy} id={id} above={() => <Panels id={id} />} />
}
