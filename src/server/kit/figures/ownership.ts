import { type RawBuilder, sql } from 'kysely'

/** Joins as `owned` whose a pile was on a day by its site's clock (migration 0205): what it brought stays with that merchant. */
export const ownedOn = (pile: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left join pile_ownership owned on owned.pile_id = ${pile} and ${day} >= owned.from_day and ${day} < owned.to_day`

/** The day by which an order is a merchant's: that on which it ended, today while it lasts. `o` is the order's alias. */
export const dayOwned = (o: string): RawBuilder<unknown> =>
  sql`(coalesce(${sql.ref(`${o}.ended_at`)}, now()) at time zone ${sql.ref(`${o}.time_zone`)})::date`
