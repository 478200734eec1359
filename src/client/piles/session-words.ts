import { useTranslation } from 'react-i18next'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'

type Session = Pick<NonNullable<ConnectorNow['order']>, 'status' | 'total_cents' | 'abnormal'>

/** Says what a session costs, or why nothing is billed; null for anyone who may not see orders. */
export function useCostWords() {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const words = useWords({ name: 'order' })
  return ({ status, total_cents, abnormal }: Session): string | null => {
    if (total_cents === null) return null
    if (abnormal === 'no_price') return t('no_price')
    // An order that a person has decided keeps no word of what was wrong with it.
    if (abnormal !== null) return words.choice('abnormal', abnormal)
    const amount = format.money(total_cents)
    return status === 'unpaid' ? t('unpaid', { amount }) : amount
  }
}
