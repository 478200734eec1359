import { useTranslation } from 'react-i18next'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { recordOf } from '../kit/api/records.ts'
import { referenceOptions } from '../kit/fields/reference.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Select } from '../kit/ui/select.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './billing.module.css'
import { addRule, draftOfRule, inDayOrder } from './day-draft.ts'
import { CoverageNote } from './day-preview.tsx'
import { RibbonEditor } from './ribbon-editor.tsx'
import { RuleRows } from './rule-rows.tsx'
import { TryIt } from './try-it.tsx'
import type { Day } from './use-day.ts'

/** Puts a rule that there is already into the day. */
function KnownRule({ day }: { day: Day }) {
  const { t } = useTranslation('billing')
  async function take(id: number) {
    const rule = await recordOf(billingRule, id)
    if (rule) day.change(inDayOrder([...day.rules, draftOfRule({ ...rule, shared: 0 })]))
  }
  return (
    <Select<number>
      label={t('editor.add_known')}
      placeholder={t('editor.add_known')}
      {...referenceOptions('billing_rule')}
      value={null}
      onChange={(option) => option && !day.rules.some(({ id }) => id === option.key) && void take(option.key)}
    />
  )
}

/** A strategy's day under the hand: its ribbon, its rules, and what a session would cost. */
export function DayEditor({ day }: { day: Day }) {
  const { t } = useTranslation('billing')
  const numbered = day.rules.map((rule, at) => ({ ...rule, id: rule.id ?? -1 - at }))
  return (
    <>
      {day.failure && (
        <Banner tone="faulted" icon="warning">
          <span className="row between">
            {day.failure}
            {day.conflict && (
              <Button look="link" onClick={day.discard}>
                {t('editor.take_theirs')}
              </Button>
            )}
          </span>
        </Banner>
      )}
      <Card title={t('one_day')} aside={<CoverageNote rules={numbered} />}>
        <RibbonEditor rules={day.rules} onChange={day.change} />
      </Card>
      <RuleRows rules={day.rules} errors={day.errors} onChange={day.change} />
      <div className={css.adding}>
        <Button icon="plus" onClick={() => day.change(addRule(day.rules, t('editor.new_rule')))}>
          {t('editor.add_rule')}
        </Button>
        <KnownRule day={day} />
      </div>
      <TryIt rules={day.rules} />
    </>
  )
}
