import { useTranslation } from 'react-i18next'
import { type BillingRule, billingRule } from '../../shared/entities/billing-rule.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import type { FormPreview } from '../kit/forms/entity-form.tsx'
import css from './billing.module.css'
import { CoverageNote, RulesRibbon } from './day-preview.tsx'

/** A day has 24 hours: no strategy that holds has more rules. */
const MOST = 50

/** Rules by their ids, in the order of the day. */
function useRules(ids: readonly number[]): BillingRule[] {
  const query = useRecords(
    billingRule,
    { id: [...ids], page_num: 1, page_size: MOST, prop: 'start_hour', order: 'asc' },
    {},
    ids.length > 0,
  )
  const rows = (query.data?.rows ?? []) as unknown as BillingRule[]
  return rows.filter(({ id }) => ids.includes(id))
}

/** While a strategy is put together: the day as it would be, with the hours that are missing or double. */
export const StrategyPreview: FormPreview = ({ draft }) => {
  const { t } = useTranslation('billing')
  const ids = Array.isArray(draft.rule_ids) ? (draft.rule_ids as number[]) : []
  const rules = useRules(ids)
  return (
    <section className={css.preview} aria-label={t('one_day')} aria-live="polite">
      <div className="row between">
        <b>{t('one_day')}</b>
        <CoverageNote rules={rules} />
      </div>
      <RulesRibbon rules={rules} />
    </section>
  )
}
