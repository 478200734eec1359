import { useTranslation } from 'react-i18next'
import type { StatisticFigures } from '../../shared/endpoints/statistics.ts'
import { Comparison } from '../kit/charts/comparison.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { Measure } from './measures.ts'

/** A twentieth of a point: one digit shows it. */
const LEAST_SHOWN = 5

interface Props {
  measure: Measure
  now: StatisticFigures
  before: StatisticFigures | null
}

/** A figure against that of the earlier period: in percent, of what is percent already in points. Nothing where there is no figure. */
export function Change({ measure, now, before }: Props) {
  const { t } = useTranslation('statistics')
  const format = useFormat()
  const value = measure.of(now)
  if (value === null || !before) return null
  const points = (by: number) => t('points', { by: format.number(by / 100, 1) })
  return (
    <Comparison
      figure={{ now: value, before: measure.of(before) }}
      bad={measure.bad ?? false}
      period
      {...(measure.kind === 'share' && { difference: points, least: LEAST_SHOWN })}
    />
  )
}
