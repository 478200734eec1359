import { sql } from 'kysely'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import { MOST_DUE, type ownWork } from '../../shared/endpoints/work-orders.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Looking } from '../kit/context.ts'
import { isOwnWork, todayAt } from '../kit/own-work.ts'
import { narrowed } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'

type Own = Data<typeof ownWork>

export async function ownWorkOf({ db, person }: Looking): Promise<Own> {
  const { rows } = await sql<Own['rows'][number] & { total: number }>`
    select t.id, t.number, t.work, t.state, coalesce(p.station_number, place.name) as place, t.due_on::text as due_on,
      coalesce(t.due_on < ${todayAt}, false) as overdue, t.piles, t.piles_done, count(*) over ()::int as total
    from work_order t left join pile p on p.id = t.pile_id left join site place on place.id = t.site_id
    where t.state in ('planned', 'under_way') and ${isOwnWork(person)} and ${reached(narrowed(person, DOES_WORK), 'work_order')}
    order by t.due_on nulls last, t.id limit ${MOST_DUE}`.execute(db)
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) }
}
