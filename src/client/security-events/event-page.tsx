import { useTranslation } from 'react-i18next'
import { type SecurityEvent, securityEvent } from '../../shared/entities/security-event.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { useEventType } from './use-event-type.ts'

const shown = (row: AnyRow) => row as unknown as SecurityEvent

/** What a pile said of its security, in words and in its own. */
export function EventPage({ id }: { id: number }) {
  const { t } = useTranslation('security_events')
  const record = useRecordPath()
  const typeOf = useEventType()
  return (
    <EntityPage
      entity={securityEvent}
      id={id}
      title={(row) => typeOf(shown(row).type)}
      actions={(row) => {
        const pile = record('pile', shown(row).pile_id)
        return pile ? [{ key: 'pile', label: t('pile'), icon: 'plug', to: pile }] : []
      }}
    />
  )
}
