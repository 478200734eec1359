import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import { type WorkOrder, workOrder } from '../../shared/entities/work-order.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome } from '../kit/session/homes.ts'
import { Icon } from '../kit/ui/icon.tsx'
import { newerOf, useSaidOfWorkOrders } from './decisions.ts'

interface Props {
  alarmId: number
  pileId: number
  /** What is wrong, as a proposal of what there is to do. */
  title: string
  className: string
}

/** The work order that an alarm has, or the way to make one: a row of the alarm's page. */
export function AlarmWork({ alarmId, pileId, title, className }: Props) {
  const { t } = useTranslation('work_orders')
  const words = useWords(workOrder)
  const home = useHome('work_order')
  const may = useMay()
  const query = useRecords(
    workOrder,
    { alarm_id: [alarmId], page_num: 1, page_size: 1 },
    { offline: true },
    home !== null && may(permissionOf(workOrder, 'list')),
  )
  const said = useSaidOfWorkOrders().filter(({ body }) => body.alarm_id === alarmId)
  const [kept] = (query.data?.rows ?? []) as unknown as WorkOrder[]
  const order = kept ?? said.map((decision) => newerOf(decision)?.work_order).find(Boolean)
  const waits = said.length > 0
  if (!home || (!order && !waits && !may(DOES_WORK))) return null
  const make = `${home}/create?${new URLSearchParams({ pile_id: String(pileId), alarm_id: String(alarmId), work: title })}`
  const to = order ? `${home}/${order.id}` : waits ? '/outbox' : make
  const state = order ? words.choice('state', order.state) : t(waits ? 'waits' : 'none_yet')
  return (
    <Link className={className} to={to}>
      <Icon name="wrench" size={20} />
      <span className="grow">{t('one')}</span>
      <small>{state}</small>
      <Icon name="right" size={16} />
    </Link>
  )
}
