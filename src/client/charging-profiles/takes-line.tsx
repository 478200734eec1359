import { useTranslation } from 'react-i18next'
import type { Takes } from '../../shared/domain/charging-profiles/takes.ts'
import { SIGN } from './steps.ts'

/** What the pile said that it takes. */
export function TakesLine({
  takes: { units, max_stack_level, max_periods, max_installed, priority, dynamic },
}: {
  takes: Takes
}) {
  const { t } = useTranslation('charging_profiles')
  const known = [
    units?.map((unit) => SIGN[unit]).join(', '),
    max_stack_level !== null && t('takes.levels', { most: max_stack_level }),
    max_periods !== null && t('takes.steps', { most: max_periods }),
    priority && t('takes.priority'),
    dynamic && t('takes.dynamic'),
    max_installed !== null && t('takes.profiles', { most: max_installed }),
  ].filter(Boolean)
  return <small>{known.length ? `${t('takes.title')}: ${known.join(' · ')}` : t('takes.unknown')}</small>
}
