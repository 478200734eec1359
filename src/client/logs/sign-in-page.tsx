import { useTranslation } from 'react-i18next'
import { signInEntry } from '../../shared/entities/sign-in-entry.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'

/** One try to get in. */
export function SignInPage({ id }: { id: number }) {
  const { t } = useTranslation('logs')
  const account = ({ user_name }: AnyRow) => String(user_name ?? t('unknown_account'))
  return (
    <EntityPage
      entity={signInEntry}
      id={id}
      title={account}
      cells={{ user_name: account, agent: ({ browser, agent }) => String(browser ?? (agent || EMPTY)) }}
    />
  )
}
