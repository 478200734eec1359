import { type Kysely, sql } from 'kysely'
import type { Database } from './database/tables.ts'

/** Whether every part of what a pile told of a customer is here. */
export async function isReportWhole(db: Kysely<Database>, asked: { pile_id: number; id: number }): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean | null }>`
    select count(*) = max(part) filter (where is_last) + 1 as whole
    from customer_report_part p join command c on c.id = p.command_id
    where c.id = ${asked.id} and c.pile_id = ${asked.pile_id}`.execute(db)
  return rows[0]?.whole ?? false
}
