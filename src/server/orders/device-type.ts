import type { Ask } from '../../shared/domain/intent.ts'
import type { order } from '../../shared/entities/order.ts'
import type { Row } from '../../shared/kit/entity.ts'
import type { CanAsk } from './ports.ts'

type Order = Row<typeof order>

const PRIORITY: Ask = 'priority'

/**
 * Puts the type of their pile on fresh orders under the specification's words too, and whether the pile can be asked to charge with priority; a copy of a million of them is what exports cost.
 */
export const withDeviceType = <O extends Order>(orders: readonly O[], canAsk: CanAsk) =>
  orders.map((row) =>
    Object.assign(row, {
      ...{ device_type_id: row.pile_type_id, device_type_name: row.pile_type?.title ?? null },
      takes_priority: row.status === 'generated' && canAsk(row.pile_id).includes(PRIORITY),
    }),
  )
