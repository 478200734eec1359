import { type RawBuilder, sql } from 'kysely'
import type { pushLog } from '../../shared/endpoints/charging-profiles.ts'
import type { TargetState } from '../../shared/entities/campaign-target.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'

type Log = Data<typeof pushLog>
type Logged = Log['rows'][number]

/** The piles of a profile's pushes, each with what it says of its limits since it took it: `c`, `t` and `k`. */
const targetsOf = (id: number, { person }: Context): RawBuilder<unknown> => sql`
  profile_push pushed
    join campaign c on c.id = pushed.campaign_id
    join campaign_target t on t.campaign_id = c.id
    left join profile_check k on k.pile_id = t.pile_id and c.action = 'set_profile' and t.state = 'done' and k.checked_at > t.ended_at
      and exists (select from installed_profile i where i.pile_id = t.pile_id and i.charging_profile_id = pushed.charging_profile_id)
  where pushed.charging_profile_id = ${id} and ${reached(person, 'campaign_target')}`

/** How what the pile says stands to it: a push to one gun is about that gun alone, and a pile is asked at all of them. */
const check = sql`case when k.state = 'differs' and t.connector_number > 0
  and not k.differences @> jsonb_build_array(jsonb_build_object('connector_number', t.connector_number)) then 'same' else k.state end`

/** What became of each pile that a profile was pushed to or taken from; see `pushLog`. */
export async function pushLogOf({ id, page_num, page_size }: Parsed<typeof pushLog>, context: Context): Promise<Log> {
  const { rows } = await sql<Logged & { total: number }>`
    select s.id, s.campaign_id, s.action, json_build_object('id', p.id, 'title', p.station_number) as pile,
      s.connector_number, s.state, s.waits_for, s.said, s.sent_at, s.ended_at, s.created_at, s.check, s.checked_at, s.differences, s.total
    from (
      select t.id, c.id as campaign_id, c.action, t.pile_id, t.connector_number, t.state, t.waits_for, t.said, t.sent_at, t.ended_at,
        t.created_at, ${check} as check, k.checked_at, coalesce(k.differences, '[]') as differences, count(*) over ()::int as total,
        case when t.state in ('refused', 'failed', 'unclear', 'unreached') then 0 when ${check} <> 'same' then 1
          when t.state in ('pending', 'sent', 'accepted') then 2 else 3 end as urgency
      from ${targetsOf(id, context)}
    ) s join pile p on p.id = s.pile_id
    order by s.campaign_id desc, s.urgency, s.id desc limit ${page_size} offset ${(page_num - 1) * page_size}`.execute(
    context.db,
  )
  return {
    ...{ total: rows[0]?.total ?? 0, page: page_num, pageSize: page_size, summary: {} },
    last: await lastPush(id, context),
    rows: rows.map(({ total: _, ...row }) => ({ ...row, differences: ofTarget(row) })),
  }
}

const ofTarget = ({ connector_number: gun, differences }: Logged) =>
  gun ? differences.filter((one) => one.connector_number === gun) : differences

async function lastPush(id: number, context: Context): Promise<Log['last']> {
  const { rows } = await sql<{
    campaign_id: number
    action: Logged['action']
    created_at: string
    state: TargetState
    targets: number
    differ: number
  }>`
    select s.* from (
      select c.id as campaign_id, c.action, c.created_at, t.state, count(*)::int as targets,
        (count(*) filter (where ${check} = 'differs'))::int as differ, max(c.id) over () as latest
      from ${targetsOf(id, context)} group by c.id, c.action, c.created_at, t.state
    ) s where s.campaign_id = s.latest`.execute(context.db)
  const [first] = rows
  if (!first) return null
  return {
    ...{ campaign_id: first.campaign_id, action: first.action, created_at: first.created_at },
    targets: Object.fromEntries(rows.map(({ state, targets }) => [state, targets])),
    differ: rows.reduce((sum, { differ }) => sum + differ, 0),
  }
}
