import { useTranslation } from 'react-i18next'
import { refusedEntry } from '../../shared/entities/refused-entry.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'

/** What was refused to one person, or one address, within a minute. */
export function RefusedPage({ id }: { id: number }) {
  const { t } = useTranslation(['logs', 'errors', 'refusals', 'entities'])
  const account = ({ user_name }: AnyRow) => String(user_name ?? t('nobody_signed_in'))
  const reason = ({ reason }: AnyRow) => {
    const key = String(reason)
    if (key === 'several') return t('several_calls')
    return t(key.includes(':') ? key : `errors:${key}`, { defaultValue: key, permission: '' })
  }
  return (
    <EntityPage
      entity={refusedEntry}
      id={id}
      title={account}
      cells={{
        user_name: account,
        reason,
        route: ({ route }) => String(route ?? t('several_calls')),
        entity: ({ entity }) => (entity ? t(`entities:${entity}.one`, { defaultValue: String(entity) }) : EMPTY),
        agent: ({ browser, agent }) => String(browser ?? (agent || EMPTY)),
      }}
    />
  )
}
