import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Checkbox, Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import css from './labels.module.css'
import { perSheet, SIZE_NAMES, SIZES } from './sizes.ts'
import type { Labels } from './use-labels.ts'

type Part = Pick<Labels, 'options' | 'change'>

function Size({ options, change }: Part) {
  const { t } = useTranslation('labels')
  const id = useId()
  const sizes = SIZE_NAMES.map((key) => {
    const { width, height } = SIZES[key]
    return { key, label: t('size_of', { width, height, count: perSheet(SIZES[key]) }) }
  })
  return (
    <div className={css.field}>
      <label htmlFor={id}>{t('size')}</label>
      <Select
        id={id}
        label={t('size')}
        options={sizes}
        value={sizes.find(({ key }) => key === options.size) ?? null}
        onChange={(option) => option && change({ size: option.key, skipped: 0 })}
      />
    </div>
  )
}

function Skipped({ options, change }: Part) {
  const { t } = useTranslation('labels')
  const most = perSheet(SIZES[options.size]) - 1
  const within = (value: unknown) => (typeof value === 'number' ? Math.min(most, Math.max(0, value)) : 0)
  return (
    <Labelled label={t('skipped')} hint={t('skipped_hint')}>
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <FigureInput
          id={id}
          scale={1}
          digits={0}
          value={options.skipped}
          invalid={invalid}
          describedBy={describedBy}
          onChange={(value) => change({ skipped: within(value) })}
        />
      )}
    </Labelled>
  )
}

function Address({ labels: { options, change, wrongAddress } }: { labels: Labels }) {
  const { t } = useTranslation('labels')
  return (
    <Labelled label={t('address')} hint={t('address_hint')} error={wrongAddress && t('address_wrong')}>
      {({ invalid, ...control }) => (
        <Input
          {...control}
          invalid={invalid}
          maxLength={200}
          inputMode="url"
          placeholder="https://example.com/charge?station={station}&connector={connector}"
          value={options.address}
          onChange={(event) => change({ address: event.target.value.trim() })}
        />
      )}
    </Labelled>
  )
}

/** The paper, and what stands on a label. */
export function LabelOptionsCard({ labels }: { labels: Labels }) {
  const { t } = useTranslation('labels')
  const { options, change } = labels
  const toggle = (name: 'perConnector' | 'marks', label: string) => (
    <Checkbox label={label} checked={options[name]} onChange={(event) => change({ [name]: event.target.checked })} />
  )
  return (
    <Card title={t('layout')}>
      <div className={css.options}>
        <Size options={options} change={change} />
        <Skipped options={options} change={change} />
        <Labelled label={t('name')} hint={t('name_hint')}>
          {({ invalid: _, ...control }) => (
            <Input
              {...control}
              maxLength={40}
              value={options.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Labelled>
        <Address labels={labels} />
        {toggle('perConnector', t('per_connector'))}
        {toggle('marks', t('marks'))}
      </div>
    </Card>
  )
}
