import { type Kysely, sql } from 'kysely'
import type { pileView } from '../../shared/endpoints/piles.ts'
import { type Pile, pile as pileEntity } from '../../shared/entities/pile.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Looking } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { outsideLimitsOf } from '../kit/outside-limits.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import { notFound } from '../kit/refusal.ts'
import { complete } from './complete.ts'
import { endedSessions } from './ended-sessions.ts'
import type { CanAsk } from './ports.ts'

type View = Data<typeof pileView>

/** Named by its id or by its station number, as a scanned label gives it. */
export interface Named {
  id?: number | undefined
  station_number?: string | undefined
}

/** One pile with its connectors and what its page shows around them. Days and months are those of its site. */
export async function viewPile({ db, person }: Looking, named: Named, canAsk: CanAsk): Promise<View> {
  const id = await idOf(db, named)
  const theirs = id === undefined ? [] : await theirsOf(db, person, pileEntity, [id])
  const [row] = await rowsOf(db, pileEntity, theirs)
  if (!row || id === undefined) throw notFound()
  const [[pile], ended_sessions, flags, outside_limits, counts] = await Promise.all([
    complete({ db, person }, [row as unknown as Pile]),
    endedSessions({ db, person }, id),
    flagsOf(db, id),
    outsideLimitsOf(db, id),
    countsOf(db, id),
  ])
  if (!pile) throw notFound()
  return {
    pile: pile as unknown as View['pile'],
    connectors: pile.connectors,
    ended_sessions,
    flags,
    outside_limits,
    commands: [...canAsk(id)],
    ...counts,
  }
}

async function idOf(db: Kysely<Database>, { id, station_number }: Named): Promise<number | undefined> {
  if (id !== undefined) return Number.isSafeInteger(id) ? id : undefined
  if (station_number === undefined) return undefined
  const found = await db
    .selectFrom('pile')
    .select('id')
    .where('station_number', '=', station_number)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return found?.id
}

const flagsOf = (db: Kysely<Database>, id: number) =>
  db
    .selectFrom('pile_flag')
    .select(['flag', 'subject', 'detail', 'first_at', 'at', 'times'])
    .where('pile_id', '=', id)
    .orderBy('at', 'desc')
    .execute()

type Counts = Pick<View, 'node' | 'time_zone' | 'clock_skew_ms' | 'open_alarms' | 'orders_today' | 'offline_this_month'>

async function countsOf(db: Kysely<Database>, id: number): Promise<Counts> {
  const since = (unit: string) =>
    sql`date_trunc(${sql.lit(unit)}, now() at time zone coalesce(s.time_zone, 'Asia/Shanghai')) at time zone coalesce(s.time_zone, 'Asia/Shanghai')`
  const { rows } = await sql<Counts>`
    select p.clock_skew_ms, s.time_zone,
      (select n.name from pile_session c join node n on n.id = c.node_id where c.pile_id = p.id and c.connected
        and (select count(*) from node where state in ('running', 'draining')) > 1) as node,
      (select count(*) from alarm where pile_id = p.id and status = 'open') as open_alarms,
      (select count(*) from orders where pile_id = p.id and type <> 'supplement' and started_at >= ${since('day')}) as orders_today,
      (select count(*) from offline_record where pile_id = p.id and offline_at >= ${since('month')}) as offline_this_month
    from pile p left join site s on s.id = p.site_id where p.id = ${id}`.execute(db)
  const none = { node: null, time_zone: null, clock_skew_ms: null }
  return rows[0] ?? { ...none, open_alarms: 0, orders_today: 0, offline_this_month: 0 }
}
