import type { order } from '../../shared/entities/order.ts'
import type { Row } from '../../shared/kit/entity.ts'

type Order = Row<typeof order>

/** Orders with the type of their pile under the specification's words too. */
export const withDeviceType = <O extends Order>(orders: readonly O[]) =>
  orders.map((row) => ({
    ...row,
    device_type_id: row.pile_type_id,
    device_type_name: row.pile_type?.title ?? null,
  }))
