import { useTranslation } from 'react-i18next'
import type { BrowserMore } from '../../shared/endpoints/logs.ts'
import { refusedEntry } from '../../shared/entities/refused-entry.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { LogHead } from './log-head.tsx'

/** Who was refused what, how often in which minute, from where. */
export function RefusedList() {
  const { t } = useTranslation(['logs', 'entities'])
  return (
    <EntityList
      entity={refusedEntry}
      above={<LogHead name="refused_entry" />}
      cells={{
        user_name: ({ user_name }) => user_name ?? t('nobody_signed_in'),
        route: ({ route }) => route ?? t('several_calls'),
        entity: ({ entity }) => (entity ? t(`entities:${entity}.one`, { defaultValue: entity }) : EMPTY),
      }}
      extra={[
        {
          key: 'browser',
          label: t('browser'),
          cell: (row) => (row as typeof row & BrowserMore).browser ?? (row.agent || EMPTY),
          after: 'address',
        },
      ]}
    />
  )
}
