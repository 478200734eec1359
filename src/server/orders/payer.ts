import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { Refusal } from '../kit/refusal.ts'

/**
 * Refuses a customer who is archived: nothing is to be left open with somebody who is gone. Until the transaction ends
 * nobody archives them.
 */
export async function refuseArchivedCustomer(
  db: Kysely<Database>,
  customer_id: number | null | undefined,
  refusal: () => Refusal,
): Promise<void> {
  if (!customer_id) return
  const customer = await db
    .selectFrom('customer')
    .select('archived_at')
    .where('id', '=', customer_id)
    .forKeyShare()
    .executeTakeFirst()
  if (customer?.archived_at) throw refusal()
}
