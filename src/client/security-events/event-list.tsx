import { useTranslation } from 'react-i18next'
import { securityEvent } from '../../shared/entities/security-event.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { useEventType } from './use-event-type.ts'

/** What piles said of their security, the newest first. */
export function EventList() {
  const { t } = useTranslation('security_events')
  const record = useRecordPath()
  const typeOf = useEventType()
  const wide = useWide()
  return (
    <EntityList
      entity={securityEvent}
      chips="severity"
      // A card has room for one moment: ours.
      without={wide ? [] : ['at']}
      cells={{
        type: ({ type }) => typeOf(type),
        times: ({ times }) => (times > 1 ? t('times', { count: times }) : ''),
      }}
      rowActions={({ pile_id }) => {
        const pile = record('pile', pile_id)
        return pile ? [{ key: 'pile', label: t('pile'), icon: 'plug' as const, to: pile }] : []
      }}
    />
  )
}
