import type { Kysely } from 'kysely'
import { customer as customerEntity } from '../../shared/entities/customer.ts'
import type { Looking } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { areWithin } from '../kit/reach/hold.ts'
import { Refusal } from '../kit/refusal.ts'

/**
 * Refuses a customer who is archived: nothing is to be left open with someone who is gone. Until the transaction ends
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

/** Whether the customer is within this person's reach; true where nobody is known to pay. */
export const reachesCustomer = async ({ db, person }: Looking, customer_id: number | null): Promise<boolean> =>
  customer_id === null || (await areWithin(db, person, customerEntity, [customer_id]))

/**
 * Refuses (403) a step with the money of a customer who is out of reach. To have charged at a person's site shows the session, and
 * what it cost; the balance is the business of those whose customer it is.
 */
export async function refuseForeignCustomer(looking: Looking, customer_id: number | null): Promise<void> {
  if (!(await reachesCustomer(looking, customer_id))) throw new Refusal(403, 'refusals:customer_of_others')
}
