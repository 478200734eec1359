import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Format, formats } from './format.ts'

/** Figures, money, energy and times as the language that shows writes them. */
export function useFormat(): Format {
  const { t, i18n } = useTranslation('common')
  return useMemo(() => formats(i18n.language, t as never), [t, i18n.language])
}
