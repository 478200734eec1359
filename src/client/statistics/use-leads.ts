import { alarm } from '../../shared/entities/alarm.ts'
import { order } from '../../shared/entities/order.ts'
import { useHome } from '../kit/session/homes.ts'
import { type Asked, alarmsAsked, type Group, hasOrders, listWith, ordersAsked } from './leads.ts'
import type { Measure } from './measures.ts'

/** Where a group leads: to its orders, a fault to its alarms. Null where there are none, or none for this person. */
export function useLeads(asked: Asked): (group: Group | null, measure: Measure) => string | null {
  const orders = useHome('order')
  const alarms = useHome('alarm')
  return (group, measure) => {
    if (asked.by === 'fault') return group && alarms ? `${alarms}?${listWith(alarm, alarmsAsked(asked, group))}` : null
    if (!orders || (group && !hasOrders(group, asked, measure))) return null
    return `${orders}?${listWith(order, ordersAsked(asked, group, measure))}`
  }
}
