import { orderRow } from '../../shared/endpoints/orders.ts'
import { order } from '../../shared/entities/order.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { withDeviceType } from './device-type.ts'
import { orderFilters } from './narrowing.ts'
import type { CanAsk } from './ports.ts'

const SUMS = order.tally?.sums ?? []
const NONE = { generated: 0, completed: 0, paid: 0, unpaid: 0 }

/** The list adds up energy and each fee over the filter, and counts orders by status over all other filters. */
export const orderExtension = (canAsk: CanAsk): Extension<typeof order> => ({
  row: orderRow,
  filters: orderFilters,
  extend: async (rows) => withDeviceType(rows, canAsk),
  summary: async (_, __, list) => {
    const { sums, counts } = await list.overview(SUMS, 'status')
    return { ...NONE, ...counts, ...sums }
  },
})
