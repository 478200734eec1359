import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Person } from './person.ts'

/** Work orders, as `t`, that are a person's own to do: theirs, or nobody's in particular and of no role but theirs. */
export const isOwnWork = ({
  id,
}: Pick<Person, 'id'>): RawBuilder<SqlBool> => sql<SqlBool>`(t.assignee_id = ${id} or t.assignee_id is null
  and (t.role_id is null or exists (select from user_role r where r.user_id = ${id} and r.role_id = t.role_id)))`

/** Today, by the clock of the site that `t` is at. */
export const todayAt = sql`(now() at time zone coalesce((select s.time_zone from site s where s.id = t.site_id), 'UTC'))::date`
