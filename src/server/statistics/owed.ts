import { type RawBuilder, sql } from 'kysely'
import type { StatisticKind } from '../../shared/endpoints/statistics.ts'
import type { Looking } from '../kit/context.ts'
import { ownedOn } from '../kit/figures/ownership.ts'
import { reached } from '../kit/reach/within.ts'
import type { Asked } from './figures.ts'

/** What is still to be paid for sessions that ended in the period. */
export interface Owed {
  key: string
  owed_cents: number
}

/** The group of an unpaid order `o` of a pile `p` that is `owned`; `local` is when it ended, by the clock of its site. */
const KEYS: Partial<Record<StatisticKind, RawBuilder<string | null>>> = {
  day: sql`to_char(local, 'YYYY-MM-DD')`,
  week: sql`to_char(date_trunc('week', local), 'YYYY-MM-DD')`,
  month: sql`to_char(date_trunc('month', local), 'YYYY-MM-DD')`,
  site: sql`o.site_id::text`,
  pile: sql`o.pile_id::text`,
  connector: sql`o.pile_id || '-' || o.connector_number`,
  pile_type: sql`o.pile_type_id::text`,
  merchant: sql`owned.merchant_id::text`,
  customer: sql`o.customer_id::text`,
  card: sql`o.card_number`,
  stop_reason: sql`o.stop_reason`,
}
export const hasOwed = (by: StatisticKind): boolean => KEYS[by] !== undefined

/** Read from the orders: few are unpaid, and each payment changes one. One group for all where groups have none of their own. */
export async function owedOf({ db, person }: Looking, { by, span, site_id }: Asked): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select coalesce(${KEYS[by] ?? sql`''`}, '') as key, sum(o.total_cents - o.paid_cents)::bigint as owed_cents
    from orders o join pile p on p.id = o.pile_id cross join lateral (select o.ended_at at time zone o.time_zone as local) ended
    ${by === 'merchant' ? ownedOn(sql`o.pile_id`, sql`local::date`) : sql``}
    where o.status = 'unpaid' and local::date between ${span.from}::date and ${span.to}::date and ${reached(person, 'order', 'o')}
      and ${site_id === null ? sql`true` : sql`o.site_id = ${site_id}`} group by 1`.execute(db)
  return rows
}
