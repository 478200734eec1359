import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { entities } from '../../shared/entities/index.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import { within } from '../kit/reach/within.ts'

const DAYS = 30

export interface Day {
  day: string
  counts: Record<string, number>
}

interface Counted {
  entity: Entity
  /** The kinds that are counted apart. */
  by: string
  /** What the condition of the entity's reach is on. */
  from: RawBuilder<unknown>
  at: RawBuilder<unknown>
  times: RawBuilder<unknown>
}

const log = (entity: Entity, by: string): Counted => ({
  ...{ entity, by },
  from: sql`${sql.table(entity.table)} t`,
  at: sql`t.created_at`,
  times: sql`1`,
})

export const CHANGES = log(entities.audit_entry, 'kind')
export const SIGN_INS = log(entities.sign_in_entry, 'outcome')
export const REFUSED: Counted = { ...log(entities.refused_entry, 'kind'), times: sql`t.times` }
export const ERRORS: Counted = {
  ...{ entity: entities.error_entry, by: 'source' },
  from: sql`error_hour h join error_entry t on t.id = h.error_id`,
  at: sql`h.starts_at`,
  times: sql`h.times`,
}

/** How much there was on each of the last thirty days of a time zone, as far as the caller reaches. */
export async function byDay(counted: Counted, zone: string, { db, person }: Context): Promise<{ days: Day[] }> {
  const { entity, by, from, at, times } = counted
  const theirs = within(person, entity) ?? sql<SqlBool>`true`
  const { rows } = await sql<{ day: string; counts: Record<string, number> | null }>`
    with zoned as (select (now() at time zone ${zone})::date as today),
    counted as (
      select (${at} at time zone ${zone})::date as day, t.${sql.ref(by)} as kind, sum(${times})::bigint as times
      from ${from}, zoned z
      where ${at} >= (z.today - ${sql.lit(DAYS - 1)})::timestamp at time zone ${zone} and ${theirs}
      group by 1, 2)
    select d::date::text as day,
      (select jsonb_object_agg(c.kind, c.times) from counted c where c.day = d::date) as counts
    from zoned z, generate_series(z.today - ${sql.lit(DAYS - 1)}, z.today, interval '1 day') d order by d`.execute(db)
  return { days: rows.map(({ day, counts }) => ({ day, counts: counts ?? {} })) }
}
