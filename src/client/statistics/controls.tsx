import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPARISONS, PERSONAL_KINDS, STATISTIC_KINDS, type Statistics } from '../../shared/endpoints/statistics.ts'
import { order } from '../../shared/entities/order.ts'
import { PeriodButton } from '../kit/fields/period-button.tsx'
import { ReferenceFilter } from '../kit/fields/reference-filter.tsx'
import { useMay } from '../kit/session/can.tsx'
import { Select } from '../kit/ui/select.tsx'
import { MEASURES, type Measure, toldIn } from './measures.ts'
import css from './statistics-page.module.css'
import type { Question } from './use-question.ts'

/** Which figure the chart shows, of those that are told; a heading of the table chooses it as well. */
function FigureChoice({ question, measures }: { question: Question; measures: readonly Measure[] }) {
  const { t } = useTranslation('statistics')
  const id = useId()
  const options = measures.map(({ key }) => ({ key, label: t(`measures.${key}`) }))
  return (
    <label className={css.control} htmlFor={id}>
      <small>{t('figure')}</small>
      <Select<string>
        id={id}
        label={t('figure')}
        options={options}
        value={options.find(({ key }) => key === question.measure) ?? options[0] ?? null}
        onChange={(option) => option && question.put({ measure: option.key, order: null })}
      />
    </label>
  )
}

/** What is asked, each in a control of its own. */
export function Controls({ question, data }: { question: Question; data: Statistics | undefined }) {
  const { t } = useTranslation('statistics')
  const id = useId()
  const may = useMay()
  const told = STATISTIC_KINDS.filter((key) => may('order.list') || !PERSONAL_KINDS.has(key))
  const kinds = told.map((key) => ({ key, label: t(`by.${key}`) }))
  const comparisons = COMPARISONS.map((key) => ({ key, label: t(`compare.${key}`) }))
  return (
    <div className={css.controls}>
      <PeriodButton {...question.button} />
      <label className={css.control} htmlFor={`${id}by`}>
        <small>{t('grouped')}</small>
        <Select<string>
          id={`${id}by`}
          label={t('grouped')}
          options={kinds}
          value={kinds.find(({ key }) => key === question.by) ?? null}
          onChange={(option) => option && question.put({ by: option.key, measure: null, order: null })}
        />
      </label>
      <div className={css.control}>
        <small>{t('site')}</small>
        <ReferenceFilter
          field={order.fields.site_id}
          label={t('site')}
          placeholder={t('every_site')}
          value={question.site === null ? undefined : [question.site]}
          onChange={(value) => question.put({ site_id: Array.isArray(value) ? String(value[0]) : null })}
        />
      </div>
      <label className={css.control} htmlFor={`${id}compare`}>
        <small>{t('compared')}</small>
        <Select<string>
          id={`${id}compare`}
          label={t('compared')}
          options={comparisons}
          value={comparisons.find(({ key }) => key === question.compare) ?? null}
          onChange={(option) => option && question.put({ compare: option.key })}
        />
      </label>
      <FigureChoice question={question} measures={data ? toldIn(data, question.by) : MEASURES} />
    </div>
  )
}
