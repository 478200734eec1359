import { useTranslation } from 'react-i18next'
import { type ChargingProfileRecord, chargingProfile } from '../../shared/entities/charging-profile.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { PushState } from './push-state.tsx'

/** Charging profiles, each with whether the piles hold it as it is. */
export function ProfileList() {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  const cardCells = {
    stack_level: ({ stack_level }: ChargingProfileRecord) => t('stack', { level: stack_level }),
    count: ({ count }: ChargingProfileRecord) => t('held_by', { count }),
    pushed_at: ({ pushed_at }: ChargingProfileRecord) => pushed_at && t('pushed_ago', { ago: format.ago(pushed_at) }),
  }
  return (
    <EntityList
      entity={chargingProfile}
      // The state says it, and more.
      without={['is_push']}
      cardCells={cardCells}
      extra={[{ key: 'push_state', label: t('push_state'), after: 'name', cell: (row) => <PushState row={row} /> }]}
    />
  )
}
