import { Link } from 'react-router-dom'
import type { Titled } from '../../shared/kit/entity.ts'
import { useRecordPath } from '../kit/session/homes.ts'

/** The order that an alarm is about; its page, for those who may open it. */
export function AlarmOrder({ order }: { order: Titled }) {
  const path = useRecordPath()('order', order.id)
  return path ? <Link to={path}>{order.title}</Link> : order.title
}
