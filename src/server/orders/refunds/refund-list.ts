import { sql } from 'kysely'
import { refund } from '../../../shared/entities/refund.ts'
import type { Extension } from '../../kit/crud/extension.ts'
import { ownRow, withOwn } from '../../kit/four-eyes.ts'

/** The list counts refunds by status, over all other filters; each says whether another person has to decide on it. */
export const refundExtension: Extension<typeof refund> = {
  extend: (rows, context) => withOwn('refund', rows, context),
  row: ownRow,
  summary: async (where, { db }) => {
    const { rows } = await sql<{ status: string; count: number }>`
      select t.status, count(*) as count from refund t where ${where('status')} group by t.status`.execute(db)
    const none = Object.fromEntries(refund.fields.status.choices.map((status) => [status, 0]))
    return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
  },
}
