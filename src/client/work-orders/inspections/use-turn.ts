import { useTranslation } from 'react-i18next'
import { nextRoundDay } from '../../../shared/domain/inspection.ts'
import type { InspectionPlan } from '../../../shared/entities/inspection-plan.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useNow } from '../../kit/i18n/use-now.ts'

/** How often a plan has its turn, and when next, by this device's day. */
export function useTurn() {
  const { t } = useTranslation('inspections')
  const format = useFormat()
  const now = useNow()
  const today = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  return {
    often: ({ unit, every }: InspectionPlan) => t(`every.${unit}`, { count: every }),
    next: (plan: InspectionPlan) => (plan.status === 'disabled' ? t('paused') : format.day(nextRoundDay(plan, today))),
  }
}
