import { sql } from 'kysely'
import type { AskedList } from '../../shared/domain/inspection.ts'
import type { Round, RoundPile } from '../../shared/endpoints/work-orders.ts'
import type { Looking } from '../kit/context.ts'
import { photosOfEach } from '../kit/photos-of.ts'
import { reached } from '../kit/reach/within.ts'

/** The piles of a round as this person reaches them, in the order of the berths, each with what was said of it. */
export async function roundOf(looking: Looking, id: number, { name, items }: AskedList): Promise<Round> {
  const { db, person } = looking
  const { rows } = await sql<Omit<RoundPile, 'photos'>>`
    select i.id, json_build_object('id', p.id, 'title', p.station_number) as pile, b.serial as berth, i.state, i.answers, i.inspected_at, i.inspected_by,
      case when i.skipped_why is not null
        then json_build_object('why', i.skipped_why, 'note', i.skip_note, 'at', i.skipped_at, 'by', i.skipped_by) end as skipped
    from inspection i join pile p on p.id = i.pile_id
      left join lateral (select b.serial from berth b where b.pile_id = p.id order by b.serial limit 1) b on true
    where i.work_order_id = ${id} and ${reached(person, 'inspection', 'i')}
    order by b.serial nulls last, p.station_number`.execute(db)
  const photos = await photosOfEach(looking, 'inspection', rows)
  return {
    name,
    items,
    piles: rows.map((row) => ({
      ...row,
      photos: photos.filter(({ of }) => of === row.id),
    })),
  }
}
