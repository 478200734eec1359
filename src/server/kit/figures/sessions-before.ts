import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../person.ts'
import { reached } from '../reach/within.ts'
import { plusDays } from './periods.ts'
import { type Built, bySites, figuresIn } from './read.ts'

/** Before all days. */
export const EVER = '0001-01-01'

/** How many sessions had ended when a day began. Of months that are kept whole one figure a site or a pile is read, not one a day. */
export function sessionsBefore(
  until: Built,
  asked: { person: Pick<Person, 'reach'>; day: string },
): RawBuilder<number> {
  const { person, day } = asked
  const counted = (from: string) =>
    sql`coalesce((select sum(sessions) from ${figuresIn(until, 'site', { person, span: { from, to: plusDays(day, -1) } })} f), 0)`
  if (until.all !== 'infinity') return sql`(${counted(EVER)})::bigint`
  const month = `${day.slice(0, 7)}-01`
  const before = (table: string, alias: string, at: string) =>
    sql`coalesce((select sum(sessions) from ${sql.table(table)} as ${sql.ref(alias)}
      where ${sql.ref(`${alias}.${at}`)} < ${month}::date and ${reached(person, 'order', alias)}), 0)`
  const months = bySites({ person }) ? 'figures_site_month' : 'figures_pile_month'
  return sql`(${before(months, 'm', 'month')} + ${before('figures_change', 'x', 'day')} + ${counted(month)})::bigint`
}
