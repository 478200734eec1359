import type { Query } from '../kit/api/records.ts'

/** As many as can matter to one person today; the list has all. */
export const openFaults: Query = { status: ['open'], page_num: 1, page_size: 50 }
