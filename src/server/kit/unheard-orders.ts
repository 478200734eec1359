import { type RawBuilder, sql } from 'kysely'

/**
 * The orders that charge and of which no reading came since an instant, as a query of whole rows. Of nearly all some did: to look for the newest
 * among all that each ever had would read every reading of what charges.
 */
export const unheardSince = (instant: string): RawBuilder<unknown> => sql`
  select o.* from orders o where o.status = 'generated' and o.received_at < ${instant}
    and not exists (select from reading r where r.order_id = o.id and r.at > ${instant} and r.received_at >= ${instant})`
