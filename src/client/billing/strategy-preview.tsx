import { useTranslation } from 'react-i18next'
import type { FormPreview } from '../kit/forms/entity-form.tsx'
import css from './billing.module.css'
import { CoverageNote, RulesRibbon } from './day-preview.tsx'
import { useRules } from './use-rules.ts'

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
