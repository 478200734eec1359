import { useTranslation } from 'react-i18next'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { addRule } from './day-draft.ts'
import { CoverageNote } from './day-preview.tsx'
import { RibbonEditor } from './ribbon-editor.tsx'
import { RuleRows } from './rule-rows.tsx'
import { TryIt } from './try-it.tsx'
import type { Day } from './use-day.ts'

/** A strategy's day under the hand: its ribbon, its rules, and what a session would cost. */
export function DayEditor({ day, narrow = false }: { day: Day; narrow?: boolean }) {
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
      <RuleRows rules={day.rules} errors={day.errors} onChange={day.change} narrow={narrow} />
      <div>
        <Button icon="plus" onClick={() => day.change(addRule(day.rules, t('editor.new_rule')))}>
          {t('editor.add_rule')}
        </Button>
      </div>
      <TryIt rules={day.rules} />
    </>
  )
}
