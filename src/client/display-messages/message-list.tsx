import { useTranslation } from 'react-i18next'
import type { MessageRow } from '../../shared/endpoints/display-messages.ts'
import { displayMessage } from '../../shared/entities/display-message.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useStanding } from './use-standing.ts'

/** Messages for screens, each with how its piles stand to it. */
export function MessageList() {
  const { t } = useTranslation('display_messages')
  const standing = useStanding()
  return (
    <EntityList
      entity={displayMessage}
      extra={[
        {
          ...{ key: 'piles', label: t('piles'), after: 'name' },
          cell: (row) => standing(row as unknown as MessageRow),
        },
      ]}
    />
  )
}
