import { sql } from 'kysely'
import { berthState } from '../../shared/domain/berth-state.ts'
import type { Spot } from '../../shared/endpoints/berths.ts'
import { datesOf } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { connectorsAt } from './connectors-at.ts'

interface Found extends Omit<Spot, 'state'> {
  status: 'open' | 'reserved' | 'closed'
  pile_id: number | null
}

/** Every berth of a site as it is now, by serial as people count. */
export async function planOf({ db, person, language }: Context, site_id: number): Promise<Spot[]> {
  const { rows } = await sql<Found>`
    select b.id, b.serial, b.status, b.pile_id, b.connector_number,
      case when p.id is not null then json_build_object('id', p.id, 'title', p.station_number) end as pile,
      r.until as reserved_until
    from berth b left join pile p on p.id = b.pile_id
      left join lateral (select max(k.expires_at) as until from reservation k where k.pile_id = b.pile_id
        and k.connector_number = b.connector_number and k.state = 'accepted' and k.expires_at > now()) r on true
    where b.site_id = ${site_id} and ${reached(person, 'berth', 'b')}`.execute(db)
  const connectors = await connectorsAt(db, rows)
  const counting = new Intl.Collator(datesOf(language), { numeric: true })
  return rows
    .sort((a, b) => counting.compare(a.serial, b.serial))
    .map(({ id, serial, status, pile, connector_number, reserved_until }) => {
      const state = berthState({ status, connectors: connectors.get(id) ?? [] })
      // Not every pile says that it keeps a gun.
      const kept = reserved_until !== null && state === 'free'
      return { id, serial, state: kept ? 'reserved' : state, pile, connector_number, reserved_until }
    })
}
