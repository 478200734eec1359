import { useTranslation } from 'react-i18next'
import { spoken } from '../../shared/kit/languages.ts'
import { Card } from '../kit/ui/card.tsx'
import css from './case.module.css'
import type { Case } from './use-known-case.ts'

/** What the maker's own code means, where the list of fault codes says it. */
export function CodeMeaning({ view: { alarm, meaning } }: { view: Case }) {
  const { t, i18n } = useTranslation('alarms')
  const said = spoken(meaning, i18n.language)
  if (!said) return null
  return (
    <Card title={t('vendor_code', { code: alarm.vendor_code })}>
      <p className={css.said}>{said}</p>
    </Card>
  )
}
