import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/**
 * What is wrong with an input, by its name in `errors`: for what stands on a first page, which these words do not come with. Until they are
 * there nothing is said; what shows is not taken away for them.
 */
export function useErrors(): TFunction<'errors'> {
  const { t, ready } = useTranslation('errors', { useSuspense: false })
  return (ready ? t : () => '') as TFunction<'errors'>
}
