import { sql } from 'kysely'
import { berthState } from '../../shared/domain/berth-state.ts'
import type { Spot } from '../../shared/endpoints/berths.ts'
import { datesOf } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { connectorsAt } from './connectors-at.ts'
import { platesAt } from './plates.ts'

interface Found extends Omit<Spot, 'state' | 'one_reserved_until' | 'plate'> {
  pile_id: number | null
}

/** Every berth of a site as it is now, by serial as people count. */
export async function planOf(context: Context, site_id: number): Promise<Spot[]> {
  const { db, person, language } = context
  const { rows } = await sql<Found>`
    select b.id, b.serial, b.status, b.remark, b.longitude, b.latitude, b.pile_id, b.connector_number,
      case when p.id is not null then json_build_object('id', p.id, 'title', p.station_number) end as pile,
      r.until as reserved_until
    from berth b left join pile p on p.id = b.pile_id
      left join lateral (select max(k.expires_at) as until from reservation k where k.pile_id = b.pile_id
        and k.connector_number = b.connector_number and k.state = 'accepted' and k.expires_at > now()) r on true
    where b.site_id = ${site_id} and ${reached(person, 'berth', 'b')}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [connectors, kept, plates] = await Promise.all([
    connectorsAt(db, rows),
    keptGuns(db, rows),
    platesAt({ db, person }, ids),
  ])
  const counting = new Intl.Collator(datesOf(language), { numeric: true })
  return rows
    .sort((a, b) => counting.compare(a.serial, b.serial))
    .map(({ pile_id, reserved_until: own, ...spot }) => {
      const { id, status } = spot
      const state = berthState({ status, connectors: connectors.get(id) ?? [] })
      const any = (pile_id !== null && kept.get(pile_id)) || null
      const isAny = any !== null && (state === 'reserved' ? own === null : state === 'free' && any.all)
      const reserved_until = own ?? (isAny ? any.until : null)
      // Not every pile says that it keeps a gun.
      const shown = reserved_until !== null && state === 'free' ? 'reserved' : state
      const one_reserved_until = shown === 'free' && any?.some ? any.until : null
      return { ...spot, state: shown, reserved_until, one_reserved_until, plate: plates.get(id) ?? null }
    })
}

interface Kept {
  until: string
  /** Some gun is kept that no connector says it is: any of those that are free. */
  some: boolean
  /** As many as are free. */
  all: boolean
}

/** The piles that keep a gun for someone, whichever it is. A pile that shows one as reserved has chosen it already. */
async function keptGuns(db: Context['db'], rows: readonly Found[]): Promise<ReadonlyMap<number, Kept>> {
  const piles = [...new Set(rows.flatMap(({ pile_id }) => pile_id ?? []))]
  const { rows: found } = await sql<{ pile_id: number; until: string; hidden: number; free: number }>`
    select k.pile_id, k.until, k.any - greatest(0, c.shown - k.named) as hidden, c.free - k.named + least(k.named, c.shown) as free
    from (select pile_id, max(expires_at) filter (where connector_number = 0) as until,
        count(*) filter (where connector_number = 0)::int as any, count(*) filter (where connector_number > 0)::int as named
      from reservation where pile_id = any(${piles}::bigint[]) and state = 'accepted' and expires_at > now() group by pile_id) k
    join lateral (select count(*) filter (where status = 'Reserved')::int as shown, count(*) filter (where status = 'Available')::int as free
      from connector where pile_id = k.pile_id and number > 0) c on true
    where k.any > 0`.execute(db)
  return new Map(
    found.map(({ pile_id, until, hidden, free }) => [
      pile_id,
      { until, some: hidden > 0, all: hidden > 0 && hidden >= free },
    ]),
  )
}
