import { useTranslation } from 'react-i18next'
import { dayOf } from './days.ts'
import { monthOf, monthsUpTo, type Period } from './period.ts'

/** This month and the last one, each until its end, so that a link shows all of it later: the first choices of a period button. */
export function useMonths(period: Period | null, onChoose: (month: Period) => void) {
  const { t } = useTranslation('common')
  const today = dayOf(new Date().toISOString())
  return monthsUpTo(today, 2).map((first, ago) => {
    const month = monthOf(first)
    return {
      key: first,
      label: t(`list.ranges.${ago === 0 ? 'month' : 'last_month'}`),
      chosen: period?.from === month.from && period.to === month.to,
      onChoose: () => onChoose(month),
    }
  })
}
