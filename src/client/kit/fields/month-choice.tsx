import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/use-format.ts'
import { Select } from '../ui/select.tsx'
import { dayOf } from './days.ts'
import { monthOf, monthsUpTo, type Period } from './period.ts'

const MONTHS = 24

/** A whole month of the last two years. */
export function MonthChoice({ shown, onChoose }: { shown: Partial<Period>; onChoose: (period: Period) => void }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const options = monthsUpTo(dayOf(new Date().toISOString()), MONTHS).map((first) => ({
    key: first,
    label: format.month(first),
  }))
  const chosen = options.find(({ key }) => key === shown.from && monthOf(key).to === shown.to)
  return (
    <Select
      label={t('list.month')}
      placeholder={t('list.month')}
      options={options}
      value={chosen ?? null}
      onChange={(option) => option && onChoose(monthOf(option.key))}
    />
  )
}
