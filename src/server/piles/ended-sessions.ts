import { sql } from 'kysely'
import type { EndedSession } from '../../shared/endpoints/piles.ts'
import type { Looking } from '../kit/context.ts'
import { maySeeMoney } from '../kit/person.ts'
import { abnormalOf, iso } from './connectors-now.ts'

/** Of each of a pile's connectors the newest session, where it has ended: the person who stopped it sees what it came to. */
export async function endedSessions({ db, person }: Looking, pile_id: number): Promise<EndedSession[]> {
  const money = maySeeMoney(person) ? sql`o.total_cents` : sql`null::bigint`
  const { rows } = await sql<EndedSession>`
    select c.number as connector_number, o.id, o.number, o.status, o.energy_wh, ${money} as total_cents,
      ${abnormalOf} as abnormal, ${iso('o.ended_at')} as ended_at
    from connector c cross join lateral (
      select * from orders o where o.pile_id = c.pile_id and o.connector_number = c.number and o.type <> 'supplement'
      order by o.id desc limit 1) o
    where c.pile_id = ${pile_id} and c.number > 0 and o.ended_at is not null order by c.number`.execute(db)
  return rows
}
