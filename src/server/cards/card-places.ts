import { sql } from 'kysely'
import type { CardPlace } from '../../shared/endpoints/cards.ts'
import type { Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'

/** As many as anyone reads; those that are not confirmed stand first. */
const MOST = 100

/**
 * The piles that may let a card in, or refuse it, without a word to us, because of what was told of it: those that are not
 * confirmed first. Piles beyond the person's reach are counted, not named.
 */
export async function placesOf(
  { db, person }: Looking,
  number: string,
): Promise<{ places: CardPlace[]; elsewhere: number }> {
  const { rows } = await sql<CardPlace & { theirs: boolean }>`
    select p.id as pile_id, p.station_number, f.by, f.state, f.word, ${reached(person, 'pile', 'p')} as theirs
    from (
      select pile_id, 'cache' as by, case when refused then 'refused' else 'waiting' end as state, null as word
      from stale_cache where ${number.toUpperCase()} = any(tags) and not coalesce(card_is_good(${number.toUpperCase()}), false)
      union all
      select pile_id, 'list', case when due = 'absent' then 'unblocking' when due = 'blocked' and refused_as is not null then 'refused'
        when due = 'blocked' then 'waiting' when status is null then 'removed' else 'blocked' end, refused_as
      from local_list_entry where tag = ${number.toUpperCase()} and (due is not null or by_console)
    ) f join pile p on p.id = f.pile_id
    order by f.state not in ('waiting', 'refused', 'unblocking'), p.id, f.by limit ${MOST}`.execute(db)
  const open = rows.filter(({ theirs, state }) => !theirs && OPEN.includes(state))
  const places = rows.filter(({ theirs }) => theirs).map(({ theirs: _, ...place }) => place)
  return { places, elsewhere: new Set(open.map(({ pile_id }) => pile_id)).size }
}

const OPEN: readonly string[] = ['waiting', 'refused', 'unblocking']
