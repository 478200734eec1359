import { useTranslation } from 'react-i18next'
import type { Band } from '../../shared/entities/billing-rule.ts'
import { site } from '../../shared/entities/site.ts'
import { strategy } from '../../shared/entities/strategy.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import type { FormPreview } from '../kit/forms/entity-form.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './billing.module.css'
import { type PricedRule, RulesRibbon } from './day-preview.tsx'

const MOST = 50
const isHour = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 23

/** Who feels a change of this rule: strategies, and the sites that use them. */
function Users({ id }: { id: number }) {
  const { t } = useTranslation('billing')
  const strategies = useRecords(strategy, { rule_ids: id, page_num: 1, page_size: MOST })
  const ids = (strategies.data?.rows ?? []).map((row) => row.id)
  const sites = useRecords(site, { strategy_id: ids, page_num: 1, page_size: 10 }, {}, ids.length > 0)
  const used = strategies.data?.total ?? 0
  if (used === 0) return null
  const where = sites.data?.total ?? 0
  return (
    <Banner tone="waiting" icon="info">
      {t('used', { strategies: t('strategies', { count: used }), sites: t('sites', { count: where }) })}
    </Banner>
  )
}

/** While a rule is edited: its hours on the day, and who uses it. */
export const RulePreview: FormPreview = ({ draft, row }) => {
  const { start_hour, end_hour, band, name, electricity_fee, service_fee } = draft
  const figure = (value: unknown) => (typeof value === 'number' ? value : 0)
  const shown: PricedRule[] =
    isHour(start_hour) && isHour(end_hour) && band
      ? [
          {
            id: row?.id ?? 0,
            name: String(name ?? ''),
            band: band as Band,
            start_hour,
            end_hour,
            electricity_fee: figure(electricity_fee),
            service_fee: figure(service_fee),
          },
        ]
      : []
  return (
    <div className={css.preview}>
      {shown.length > 0 && <RulesRibbon rules={shown} partial />}
      {row && <Users id={row.id} />}
    </div>
  )
}
