import { type RawBuilder, sql } from 'kysely'

/**
 * The orders that charge and of which nothing was heard since the latest of these instants, whole and with `heard_at`: the newest start or reading.
 * As a table that is made at once (`with … as materialized`). Of nearly all something was heard: to look for the newest among all that each ever
 * had would read every reading of what charges.
 */
export function unheardSince(...instants: readonly string[]): RawBuilder<unknown> {
  const latest = instants.toSorted().at(-1)
  return sql`
    select o.*, greatest(o.received_at, (select max(r.received_at) from reading r where r.order_id = o.id)) as heard_at
    from orders o where o.status = 'generated' and o.received_at < ${latest}
      and not exists (select from reading r where r.order_id = o.id and r.at > ${latest} and r.received_at >= ${latest})`
}
