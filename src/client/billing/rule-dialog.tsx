import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { fieldsOf } from '../../shared/kit/entity.ts'
import { type Draft, problemsOfDraft } from '../kit/fields/draft.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useHelp } from '../kit/i18n/use-help.ts'
import { useUnit } from '../kit/i18n/use-unit.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './billing.module.css'
import type { DraftRule } from './day-draft.ts'

interface Props {
  rule: DraftRule
  errors: Readonly<Record<string, string>>
  onClose: () => void
  onChange: (rule: DraftRule) => void
}

// Whether a rule is in use is decided in the list of rules; in a strategy's day it always is.
const FIELDS = fieldsOf(billingRule).filter(([name]) => name !== 'status')

/** A rule of the day in all its fields. Nothing is sent from here: the day is saved as a whole. */
export function RuleDialog({ rule, errors, onClose, onChange }: Props) {
  const { t } = useTranslation(['billing', 'common', 'errors'])
  const words = useWords(billingRule)
  const help = useHelp(billingRule)
  const unitOf = useUnit()
  const [draft, setDraft] = useState<Draft>({ ...rule })
  const [told, setTold] = useState(errors)
  function take() {
    const problems = Object.entries(problemsOfDraft(billingRule, { ...draft, status: 'enabled' }))
    setTold(Object.fromEntries(problems.map(([name, { key, figures }]) => [name, t(`errors:${key}`, { ...figures })])))
    if (problems.length) return
    onChange(draft as unknown as DraftRule)
    onClose()
  }
  const label = (name: string) => {
    const unit = unitOf(billingRule.fields[name as keyof typeof billingRule.fields])
    return unit ? t('common:form.label_unit', { label: words.label(name), unit }) : words.label(name)
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" onClick={take}>
        {t('editor.take')}
      </Button>
    </>
  )
  return (
    <Dialog title={rule.name || t('editor.new_rule')} onClose={onClose} foot={foot}>
      {rule.shared > 0 && (
        <Banner tone="waiting" icon="info">
          {t('editor.shared', { strategies: t('strategies', { count: rule.shared }) })}
        </Banner>
      )}
      <div className={css.fields}>
        {FIELDS.map(([name]) => (
          <Labelled key={name} label={label(name)} error={told[name]} hint={help(name)}>
            {({ id, invalid, 'aria-describedby': describedBy }) => (
              <FieldInput
                entity={billingRule}
                name={name}
                id={id}
                value={draft[name]}
                onChange={(value) => setDraft((all) => ({ ...all, [name]: value }))}
                invalid={invalid}
                describedBy={describedBy}
                disabled={false}
              />
            )}
          </Labelled>
        ))}
      </div>
    </Dialog>
  )
}
