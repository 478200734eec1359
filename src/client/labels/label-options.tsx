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

/** The paper, and what stands on a label. */
export function LabelOptionsCard({ labels: { options, change, wrongAddress } }: { labels: Labels }) {
  const { t } = useTranslation('piles')
  const size = useId()
  const sizes = SIZE_NAMES.map((key) => {
    const { width, height } = SIZES[key]
    return { key, label: t('labels.size_of', { width, height, count: perSheet(SIZES[key]) }) }
  })
  const most = perSheet(SIZES[options.size]) - 1
  return (
    <Card title={t('labels.layout')}>
      <div className={css.options}>
        <div className={css.field}>
          <label htmlFor={size}>{t('labels.size')}</label>
          <Select
            id={size}
            label={t('labels.size')}
            options={sizes}
            value={sizes.find(({ key }) => key === options.size) ?? null}
            onChange={(option) => option && change({ size: option.key, skipped: 0 })}
          />
        </div>
        <Labelled label={t('labels.skipped')} hint={t('labels.skipped_hint')}>
          {({ id, invalid, 'aria-describedby': describedBy }) => (
            <FigureInput
              id={id}
              scale={1}
              digits={0}
              value={options.skipped}
              invalid={invalid}
              describedBy={describedBy}
              onChange={(value) =>
                change({ skipped: typeof value === 'number' ? Math.min(most, Math.max(0, value)) : 0 })
              }
            />
          )}
        </Labelled>
        <Labelled label={t('labels.name')} hint={t('labels.name_hint')}>
          {({ invalid, ...control }) => (
            <Input
              {...control}
              maxLength={40}
              value={options.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Labelled>
        <Labelled
          label={t('labels.address')}
          hint={t('labels.address_hint')}
          error={wrongAddress && t('labels.address_wrong')}
        >
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
        <Checkbox
          label={t('labels.per_connector')}
          checked={options.perConnector}
          onChange={(event) => change({ perConnector: event.target.checked })}
        />
        <Checkbox
          label={t('labels.marks')}
          checked={options.marks}
          onChange={(event) => change({ marks: event.target.checked })}
        />
      </div>
    </Card>
  )
}
