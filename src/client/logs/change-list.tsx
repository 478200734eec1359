import { useTranslation } from 'react-i18next'
import { entities } from '../../shared/entities/index.ts'
import { useActionWord } from '../kit/i18n/use-action-word.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { ChainCard } from './chain-card.tsx'
import type { Change } from './change.ts'
import { LogHead } from './log-head.tsx'
import { RecordLink } from './record-link.tsx'

/** Who changed what, the newest first. */
export function ChangeList() {
  const { t } = useTranslation('logs')
  const actionWord = useActionWord()
  return (
    <EntityList
      entity={entities.audit_entry}
      above={
        <LogHead name="audit_entry">
          <ChainCard />
        </LogHead>
      }
      cells={{ action: ({ action }) => actionWord(action) }}
      extra={[
        { key: 'record', label: t('record'), cell: (row) => <RecordLink change={row as Change} />, after: 'entity' },
      ]}
    />
  )
}
