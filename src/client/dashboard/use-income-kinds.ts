import { useTranslation } from 'react-i18next'
import { INCOME_KINDS } from './trend.ts'

/** The kinds of income in the words of the language that shows. */
export function useIncomeKinds() {
  const { t } = useTranslation('dashboard')
  return INCOME_KINDS.map(({ key, word, hue }) => ({ key, hue, label: t(`trend.${word}`) }))
}
