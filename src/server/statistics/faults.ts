import { type RawBuilder, sql } from 'kysely'
import type { StatisticKind } from '../../shared/endpoints/statistics.ts'
import type { Looking } from '../kit/context.ts'
import { clockOf } from '../kit/figures/cubes.ts'
import { ownedOn } from '../kit/figures/ownership.ts'
import { repairOf } from '../kit/figures/repairs.ts'
import { reached } from '../kit/reach/within.ts'
import type { Asked } from './figures.ts'

/** Faults that were raised in the period, and of those that are over how long they took. */
export interface Faults {
  key: string
  faults: number
  repairs: number
  repair_seconds: number
}

/** The group of a fault `a` of a pile `p` that is `owned`; `local` is when it was raised, by the clock of its site. */
const KEYS: Partial<Record<StatisticKind, RawBuilder<string | null>>> = {
  day: sql`to_char(local, 'YYYY-MM-DD')`,
  week: sql`to_char(date_trunc('week', local), 'YYYY-MM-DD')`,
  month: sql`to_char(date_trunc('month', local), 'YYYY-MM-DD')`,
  hour: sql`extract(hour from local)::int::text`,
  weekday: sql`extract(isodow from local)::int::text`,
  weekday_hour: clockOf(sql`local`),
  site: sql`a.site_id::text`,
  pile: sql`a.pile_id::text`,
  pile_type: sql`p.pile_type_id::text`,
  merchant: sql`owned.merchant_id::text`,
  fault: sql`a.code`,
}
export const hasFaults = (by: StatisticKind): boolean => KEYS[by] !== undefined

/** One group for all where groups have none of their own. */
export async function faultsOf({ db, person }: Looking, { by, span, site_id }: Asked): Promise<Faults[]> {
  const { rows } = await sql<Faults>`
    select coalesce(${KEYS[by] ?? sql`''`}, '') as key, count(*) as faults, ${repairOf('a')}
    from alarm a join pile p on p.id = a.pile_id left join site s on s.id = a.site_id
    cross join lateral (select a.raised_at at time zone coalesce(s.time_zone, 'Asia/Shanghai') as local) known
    ${by === 'merchant' ? ownedOn(sql`a.pile_id`, sql`local::date`) : sql``}
    where a.kind = 'fault' and a.raised_at >= ${span.from}::date - interval '1 day' and a.raised_at < ${span.to}::date + interval '2 days'
      and local::date between ${span.from}::date and ${span.to}::date and ${reached(person, 'alarm', 'a')}
      and ${site_id === null ? sql`true` : sql`a.site_id = ${site_id}`} group by 1`.execute(db)
  return rows
}
