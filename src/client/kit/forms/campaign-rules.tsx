import { useTranslation } from 'react-i18next'
import { RULES, type RuleName } from '../../../shared/commands/many.ts'
import { rulesForm } from '../../../shared/endpoints/campaign-rules.ts'
import type { Draft } from '../fields/draft.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { useHelp } from '../i18n/use-help.ts'
import { useWords } from '../i18n/use-words.ts'
import { Labelled } from '../ui/labelled.tsx'
import css from './campaign-rules.module.css'

const FIRST: readonly RuleName[] = ['idle_only', 'wait_hours']
const MORE = (Object.keys(RULES) as RuleName[]).filter((name) => !FIRST.includes(name))

interface Props {
  draft: Draft
  errors: Readonly<Record<string, string | undefined>>
  onChange: (name: RuleName, value: unknown) => void
}

/**
 * With what care many piles are asked: the same fields wherever a campaign begins. Its usual values are those of `RULES`; what a person
 * seldom changes is folded, unless something is wrong with it.
 */
export function CampaignRules({ draft, errors, onChange }: Props) {
  const { t } = useTranslation('campaigns')
  const words = useWords(rulesForm)
  const help = useHelp(rulesForm)
  const input = (name: RuleName) => (
    <Labelled key={name} label={words.label(name)} hint={help(name)} error={errors[name]}>
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <FieldInput
          {...{ entity: rulesForm, name, id, invalid, describedBy }}
          value={draft[name] ?? null}
          onChange={(value) => onChange(name, value)}
          disabled={false}
        />
      )}
    </Labelled>
  )
  return (
    <>
      {FIRST.map(input)}
      <details className={css.more} open={MORE.some((name) => errors[name]) || undefined}>
        <summary>{t('more_rules')}</summary>
        <p className={css.intro}>{t('more_rules_text')}</p>
        <div className={css.fields}>{MORE.map(input)}</div>
      </details>
    </>
  )
}
