import type { order } from '../../shared/entities/order.ts'
import type { Row } from '../../shared/kit/entity.ts'

type Order = Row<typeof order>

/** Puts the type of their pile on fresh orders under the specification's words too; a copy of a million of them is what exports cost. */
export const withDeviceType = <O extends Order>(orders: readonly O[]) =>
  orders.map((row) =>
    Object.assign(row, { device_type_id: row.pile_type_id, device_type_name: row.pile_type?.title ?? null }),
  )
