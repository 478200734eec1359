import { sql } from 'kysely'
import { refund } from '../../../shared/entities/refund.ts'
import type { Extension } from '../../kit/crud/extension.ts'

/** The list counts refunds by status, over all other filters. */
export const refundExtension: Extension<typeof refund> = {
  summary: async (where, { db }) => {
    const { rows } = await sql<{ status: string; count: number }>`
      select t.status, count(*) as count from refund t where ${where('status')} group by t.status`.execute(db)
    const none = Object.fromEntries(refund.fields.status.choices.map((status) => [status, 0]))
    return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
  },
}
