import { useTranslation } from 'react-i18next'
import type { BerthState } from '../../shared/domain/berth-state.ts'
import { type Berth, berth as berthEntity } from '../../shared/entities/berth.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { BerthStatePill } from './berth-state-pill.tsx'

const stateOf = (berth: Berth) => (berth as Berth & { state: BerthState }).state

/** Every berth with its state now, beside what staff say of it. */
export function BerthList() {
  const { t } = useTranslation('sites')
  return (
    <EntityList
      entity={berthEntity}
      filters={['site_id']}
      fresh={{ also: ['pile'], everyMs: 2_000, offline: true }}
      extra={[
        {
          key: 'now',
          label: t('now'),
          after: 'status',
          cell: (berth) => <BerthStatePill state={stateOf(berth)} />,
        },
      ]}
    />
  )
}
