import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { pile } from '../../shared/entities/pile.ts'
import { ReferenceInput } from '../kit/fields/reference-input.tsx'
import { Card } from '../kit/ui/card.tsx'
import css from './labels.module.css'
import type { Labels } from './use-labels.ts'

interface Props {
  label: string
  name: 'site_id' | 'batch_task_id'
  value: number | undefined
  onChange: (id: number | null) => void
}

function Whose({ label, name, value, onChange }: Props) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <ReferenceInput
        entity={pile}
        name={name}
        field={{ ...pile.fields[name], optional: true }}
        id={id}
        label={label}
        value={value ?? null}
        onChange={(chosen) => onChange(typeof chosen === 'number' ? chosen : null)}
        invalid={false}
        disabled={false}
        describedBy={undefined}
      />
    </div>
  )
}

/** Whose labels: chosen piles, a site's, or a batch's. */
export function LabelSource({ labels: { body, choose } }: { labels: Labels }) {
  const { t } = useTranslation('labels')
  return (
    <Card title={t('source')}>
      <div className={css.options}>
        {body?.ids && <p>{t('chosen', { count: body.ids.length })}</p>}
        <Whose label={t('of_site')} name="site_id" value={body?.site_id} onChange={(id) => choose('site', id)} />
        <Whose
          label={t('of_batch')}
          name="batch_task_id"
          value={body?.batch_task_id}
          onChange={(id) => choose('batch', id)}
        />
      </div>
    </Card>
  )
}
