import { sql } from 'kysely'
import type { pushLog } from '../../shared/endpoints/charging-profiles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'

type Logged = Data<typeof pushLog>['rows'][number]

/** What became of each pile that a profile was pushed to or taken from, the latest first. */
export async function pushLogOf({ id, page_num, page_size }: Parsed<typeof pushLog>, { db, person }: Context) {
  const { rows } = await sql<Logged & { total: number }>`
    select t.id, c.id as campaign_id, c.action, json_build_object('id', p.id, 'title', p.station_number) as pile,
      t.connector_number, t.state, t.waits_for, t.said, t.sent_at, t.ended_at, t.created_at,
      k.state as check, k.checked_at, count(*) over ()::int as total
    from profile_push pushed
      join campaign c on c.id = pushed.campaign_id
      join campaign_target t on t.campaign_id = c.id
      join pile p on p.id = t.pile_id
      left join profile_check k on k.pile_id = t.pile_id and c.action = 'set_profile' and t.state = 'done' and k.checked_at > t.ended_at
        and exists (select from installed_profile i where i.pile_id = t.pile_id and i.charging_profile_id = pushed.charging_profile_id)
    where pushed.charging_profile_id = ${id} and ${reached(person, 'campaign_target')}
    order by t.id desc limit ${page_size} offset ${(page_num - 1) * page_size}`.execute(db)
  const total = rows[0]?.total ?? 0
  return {
    ...{ total, page: page_num, pageSize: page_size, summary: {} },
    rows: rows.map(({ total: _, ...row }) => row),
  }
}
