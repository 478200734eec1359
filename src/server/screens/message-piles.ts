import { sql } from 'kysely'
import { numberOfSaved } from '../../shared/domain/screen/message.ts'
import type { messagePiles } from '../../shared/endpoints/display-messages.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'

type Piles = Data<typeof messagePiles>

/** Each pile that a message was given to, or taken from, as it stands now; see `messagePiles`. */
export async function pilesOfMessage(
  { id, page_num, page_size }: Parsed<typeof messagePiles>,
  { db, person }: Context,
): Promise<Piles> {
  const { rows } = await sql<Piles['rows'][number] & { total: number }>`
    with last as (
      select distinct on (t.pile_id) t.pile_id, t.state, t.waits_for, t.said, c.id as campaign_id, c.action = 'remove_message' as is_clear,
        coalesce(t.ended_at, t.sent_at, t.created_at) as at
      from message_push h join campaign c on c.id = h.campaign_id join campaign_target t on t.campaign_id = c.id
      where h.display_message_id = ${id} and ${reached(person, 'campaign_target')}
      order by t.pile_id, c.id desc
    ), stands as (
      select l.*, m.told_at, case
        when m.number is null then case when l.is_clear or l.state = 'done' then 'gone' else 'never' end
        when m.missing then 'missing' when m.differs then 'differs'
        when m.sent_version is distinct from d.version then 'outdated' else 'held' end as holds
      from last l join display_message d on d.id = ${id}
        left join shown_message m on m.pile_id = l.pile_id and m.number = ${numberOfSaved(id)} and m.sent is not null
    )
    select json_build_object('id', p.id, 'title', p.station_number) as pile,
      case when s.id is not null then json_build_object('id', s.id, 'title', s.name) end as site,
      k.holds, k.state, k.is_clear, k.waits_for, k.said, k.campaign_id, k.at, k.told_at, count(*) over ()::int as total
    from stands k join pile p on p.id = k.pile_id left join site s on s.id = p.site_id
    order by case when k.state in ('refused', 'failed', 'unclear', 'unreached') or k.holds in ('missing', 'differs') then 0
      when k.state in ('pending', 'sent', 'accepted') then 1 when k.holds = 'outdated' then 2 else 3 end, p.station_number
    limit ${page_size} offset ${(page_num - 1) * page_size}`.execute(db)
  return {
    ...{ total: rows[0]?.total ?? 0, page: page_num, pageSize: page_size, summary: {} },
    rows: rows.map(({ total: _, ...row }) => row),
  }
}
