import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useHome } from '../kit/session/homes.ts'
import { Segments } from '../kit/ui/tabs.tsx'

const LOGS = ['audit_entry', 'sign_in_entry', 'refused_entry', 'error_entry'] as const
export type LogName = (typeof LOGS)[number]

/** The way from one log to the others, as far as this person's menu has them. */
export function LogTabs({ current }: { current: LogName }) {
  const { t } = useTranslation('logs')
  const navigate = useNavigate()
  const homes = {
    audit_entry: useHome('audit_entry'),
    sign_in_entry: useHome('sign_in_entry'),
    refused_entry: useHome('refused_entry'),
    error_entry: useHome('error_entry'),
  }
  const shown = LOGS.filter((name) => homes[name])
  if (shown.length < 2) return null
  return (
    <Segments
      label={t('faces.title')}
      options={shown.map((key) => ({ key, label: t(`faces.${key}`) }))}
      value={current}
      onChange={(name) => navigate(homes[name] ?? '/')}
    />
  )
}
