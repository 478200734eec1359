import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useHome } from '../kit/session/homes.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { WaitingWork } from './waiting-work.tsx'

/** Work that is planned, under way and over; what waits to be sent stands above. */
export function WorkOrderList() {
  const { t } = useTranslation('work_orders')
  const home = useHome('work_order') ?? ''
  const me = useAtomValue(personAtom)?.user.userId
  const own = useSearchParams()[0].get('assignee_id') === String(me)
  const actions: Action[] = [
    { key: 'new', icon: 'plus', primary: true, label: t('new'), to: `${home}/create`, permission: DOES_WORK },
    {
      ...{ key: 'mine', icon: own ? 'people' : 'person', label: t(own ? 'all' : 'mine'), permission: DOES_WORK },
      to: own ? '?' : `?assignee_id=${me}`,
    },
  ]
  return (
    <EntityList
      entity={workOrder}
      actions={actions}
      filters={['site_id']}
      fresh={{ offline: true }}
      above={<WaitingWork />}
    />
  )
}
