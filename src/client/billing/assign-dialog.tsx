import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assignStrategy } from '../../shared/endpoints/price-plan.ts'
import { site as siteEntity } from '../../shared/entities/site.ts'
import { reference, references } from '../../shared/kit/fields.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { ReferenceInput, ReferencesInput } from '../kit/fields/reference-input.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { MomentInput } from '../kit/moments/moment-input.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { type Control, Labelled } from '../kit/ui/labelled.tsx'
import { Radios } from '../kit/ui/radios.tsx'

interface Props {
  /** Null: it is chosen here. */
  strategy: number | null
  sites: readonly number[]
  /** The sites are known and not chosen here. */
  fixed?: boolean
  /** Nothing is in force there: what is chosen begins at once unless someone says otherwise. */
  unpriced?: boolean
  onClose: () => void
}

interface Draft {
  strategy: number | null
  sites: number[]
  begins: 'now' | 'later'
  from: string
  to: string
}

type Wrong = (field: string) => string | undefined

interface PartProps {
  draft: Draft
  change: (more: Partial<Draft>) => void
  wrong: Wrong
}

const STRATEGY = reference('strategy')
const SITES = references('site')

/** Midnight of tomorrow, as `MomentInput` takes it. */
function tomorrow(): string {
  const at = new Date()
  const two = (figure: number) => String(figure).padStart(2, '0')
  at.setDate(at.getDate() + 1)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T00:00`
}

function What({ draft, change, wrong, chooses }: PartProps & { chooses: 'strategy' | 'sites' }) {
  const { t } = useTranslation('billing')
  const words = useWords(siteEntity)
  const isStrategy = chooses === 'strategy'
  const label = isStrategy ? words.label('strategy_id') : t('plan.sites')
  const Choice = isStrategy ? ReferenceInput : ReferencesInput
  return (
    <Labelled label={label} required error={wrong(isStrategy ? 'id' : 'site_ids')}>
      {(control) => (
        <Choice
          entity={siteEntity}
          name={isStrategy ? 'strategy_id' : 'id'}
          field={isStrategy ? STRATEGY : SITES}
          disabled={false}
          label={label}
          id={control.id}
          invalid={control.invalid}
          describedBy={control['aria-describedby']}
          value={draft[chooses]}
          onChange={(value) => change({ [chooses]: value } as Partial<Draft>)}
        />
      )}
    </Labelled>
  )
}

function When({ draft, change, wrong }: PartProps) {
  const { t } = useTranslation('billing')
  const { begins } = draft
  const moment = (end: 'from' | 'to') => (control: Control) => (
    <MomentInput
      id={control.id}
      invalid={control.invalid}
      describedBy={control['aria-describedby']}
      precision="minute"
      zone={null}
      value={draft[end]}
      onChange={(at) => change({ [end]: at })}
    />
  )
  return (
    <>
      <Labelled label={t('plan.begins')} error={begins === 'now' && wrong('from')}>
        {(control) => (
          <Radios
            id={control.id}
            label={t('plan.begins')}
            options={(['later', 'now'] as const).map((key) => ({ key, label: t(`plan.begin_${key}`) }))}
            value={begins}
            onChange={(begins) => change({ begins })}
          />
        )}
      </Labelled>
      {begins === 'later' && (
        <Labelled label={t('plan.from_field')} required hint={t('plan.from_hint')} error={wrong('from')}>
          {moment('from')}
        </Labelled>
      )}
      <Labelled label={t('plan.to_field')} hint={t('plan.to_hint')} error={wrong('to')}>
        {moment('to')}
      </Labelled>
    </>
  )
}

/** Gives a strategy to sites, at once or from a time on, for good or for a time. */
export function AssignDialog({ strategy, sites, fixed, unpriced, onClose }: Props) {
  const { t } = useTranslation('billing')
  const begins = unpriced ? 'now' : 'later'
  const [draft, setDraft] = useState<Draft>({ strategy, sites: [...sites], begins, from: tomorrow(), to: '' })
  const changes = ['site', 'strategy']
  const giving = useDecision(assignStrategy, { changes, done: t('plan.done'), onDone: onClose })
  const later = draft.begins === 'later'
  const missing = [
    ...(draft.strategy === null ? ['id'] : []),
    ...(draft.sites.length ? [] : ['site_ids']),
    ...(later && !draft.from ? ['from'] : []),
  ]
  const body = {
    ...{ id: draft.strategy ?? 0, site_ids: draft.sites },
    ...{ from: later ? draft.from : null, to: draft.to || null },
  }
  const parts = {
    draft,
    change(more: Partial<Draft>) {
      giving.reset()
      setDraft((before) => ({ ...before, ...more }))
    },
    wrong: (field: string) => giving.wrongOf(field, missing),
  }
  return (
    <DecisionDialog
      title={t(fixed ? 'plan.title_site' : 'plan.title')}
      action={t('plan.give')}
      busy={giving.busy}
      error={giving.elsewhere}
      onDecide={() => giving.send(body, missing)}
      onClose={onClose}
    >
      <p>{t('plan.text')}</p>
      <What {...parts} chooses={fixed ? 'strategy' : 'sites'} />
      <When {...parts} />
    </DecisionDialog>
  )
}
