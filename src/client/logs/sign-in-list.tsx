import { useTranslation } from 'react-i18next'
import type { BrowserMore } from '../../shared/endpoints/logs.ts'
import { signInEntry } from '../../shared/entities/sign-in-entry.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { LogHead } from './log-head.tsx'

/** Who tried to get in, whether they did, from where. */
export function SignInList() {
  const { t } = useTranslation('logs')
  return (
    <EntityList
      entity={signInEntry}
      above={<LogHead name="sign_in_entry" />}
      cells={{ user_name: ({ user_name }) => user_name ?? t('unknown_account') }}
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
