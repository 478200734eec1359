import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { referenceOptions, useTitles } from '../kit/fields/reference.ts'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import { RulesRibbon } from './day-preview.tsx'
import css from './template-choice.module.css'
import { rulesOfTemplate, type TemplateName, templateNames } from './templates.ts'

/** What a new strategy starts from: a usual day, or the rules of another strategy. */
export type Start = { template: TemplateName } | { copy: number }

interface Props {
  start: Start
  onChange: (start: Start) => void
}

const unnamed = () => ''

function Template({ name, group, chosen, onChoose }: TemplateProps) {
  const { t } = useTranslation('billing')
  const rules = rulesOfTemplate(name, unnamed).map((rule, at) => ({ ...rule, id: -1 - at }))
  return (
    <label className={css.template}>
      <span className="row">
        <input type="radio" name={group} checked={chosen} onChange={onChoose} />
        {t(`create.templates.${name}`)}
      </span>
      <span aria-hidden="true">
        <RulesRibbon rules={rules} partial />
      </span>
    </label>
  )
}

interface TemplateProps {
  name: TemplateName
  group: string
  chosen: boolean
  onChoose: () => void
}

/** Usual days side by side, each as its ribbon. */
export function TemplateChoice({ start, onChange }: Props) {
  const { t } = useTranslation('billing')
  const group = useId()
  return (
    <fieldset className={css.templates}>
      <legend>{t('create.start')}</legend>
      {templateNames.map((name) => (
        <Template
          key={name}
          {...{ name, group }}
          chosen={'template' in start && start.template === name}
          onChoose={() => onChange({ template: name })}
        />
      ))}
    </fieldset>
  )
}

/** Another strategy whose rules the new one starts with. */
export function CopyChoice({ start, onChange }: Props) {
  const { t } = useTranslation('billing')
  const copied = 'copy' in start ? start.copy : 0
  const [other] = useTitles('strategy', copied ? [copied] : [])
  return (
    <Labelled label={t('create.or_copy')}>
      {(control) => (
        <Select<number>
          id={control.id}
          label={t('create.or_copy')}
          placeholder={t('create.choose_copy')}
          {...referenceOptions('strategy')}
          value={copied ? { key: copied, label: other?.title ?? '…' } : null}
          onChange={(option) => option && onChange({ copy: option.key })}
        />
      )}
    </Labelled>
  )
}
