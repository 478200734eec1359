import { sql } from 'kysely'
import type { firmwareMatrix } from '../../shared/endpoints/firmware.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'

/** Which piles run what, as they said at their last start. */
export async function matrixOf({ db, person }: Context): Promise<Data<typeof firmwareMatrix>> {
  const { rows } = await sql<Data<typeof firmwareMatrix>[number]>`
    select case when g.pile_type_id is not null then json_build_object('id', g.pile_type_id, 'title', y.name) end as pile_type,
      json_agg(json_build_object('firmware_version', g.firmware_version, 'piles', g.piles)
        order by g.piles desc, g.firmware_version) as versions
    from (select t.pile_type_id, t.firmware_version, count(*)::int as piles from pile t
      where t.archived_at is null and ${reached(person, 'pile')} group by 1, 2) g
    left join pile_type y on y.id = g.pile_type_id
    group by g.pile_type_id, y.name order by sum(g.piles) desc, y.name`.execute(db)
  return rows
}
