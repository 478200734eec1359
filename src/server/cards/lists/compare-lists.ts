import { type Kysely, sql } from 'kysely'
import { listChanges } from '../../../shared/domain/card-list.ts'
import type { Database } from '../../kit/database/tables.ts'
import { goodCards, planOf } from './list-plan.ts'

type Db = Kysely<Database>

/** How often the cards are looked at though nobody changed one: money is spent while sessions run. */
const COMPARE_S = 300
/** What changed is gathered for so long: cards come in by the hundred. One out of use is told at once by another way (`stale-piles.ts`). */
const GATHER_S = 5
/** So many piles at a time. */
const AT_ONCE = 100

/**
 * Piles whose type keeps a list have one, others have none: what one holds of ours it is first asked to empty. One that moved is given its
 * new site's cards.
 */
export async function followTypes(db: Db): Promise<void> {
  await sql`
    insert into card_list (pile_id, site_id) select p.id, p.site_id from pile p join pile_type t on t.id = p.pile_type_id
    where t.keeps_card_list and p.archived_at is null and not exists (select from card_list l where l.pile_id = p.id)
    order by p.id on conflict do nothing`.execute(db)
  await sql`
    delete from card_list l using pile p left join pile_type t on t.id = p.pile_type_id
    where p.id = l.pile_id and (p.archived_at is not null
      or t.keeps_card_list is not true and not exists (
        select from local_list_entry e where e.pile_id = p.id and e.status is not null))`.execute(db)
  await sql`
    update card_list l set emptying = not keeps, full_due = true, state = 'behind', send_after = null, compare_at = now(), failures = 0,
      version = l.version + 1, updated_at = now()
    from (select p.id, t.keeps_card_list is true as keeps from pile p left join pile_type t on t.id = p.pile_type_id) p
    where p.id = l.pile_id and l.emptying = keeps`.execute(db)
  await sql`
    update card_list l set site_id = p.site_id, compare_at = now(), updated_at = now() from pile p
    where p.id = l.pile_id and p.site_id is distinct from l.site_id`.execute(db)
}

/** Notes of cards whose time is over that it is: lists are compared, caches are emptied. */
export async function noteExpired(db: Db): Promise<void> {
  await sql`update card set expired = true where valid_until <= now() and not expired`.execute(db)
}

/** Has the lists be compared soon where someone may charge, or may not, who did not before. */
export async function followStanding(db: Db): Promise<void> {
  await sql`
    with due as (delete from card_standing_change where exists (
      select from card_standing_change where at < now() - make_interval(secs => ${GATHER_S})) returning id)
    update card_list set compare_at = now() where compare_at > now() and exists (select from due)`.execute(db)
}

/** Writes down which lists are behind, of piles that are away as well. Gives those of which something changed. */
export async function compareLists(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number; pile_id: number; full_due: boolean }>`
    update card_list set compare_at = now() + make_interval(secs => ${COMPARE_S}) where id in (
      select id from card_list where compare_at <= now() order by compare_at limit ${AT_ONCE} for update skip locked)
    returning id, pile_id, full_due`.execute(db)
  const goodAt = goodCards(db)
  const changed: number[] = []
  for (const { id, pile_id, full_due } of rows) {
    const plan = await planOf(db, pile_id, goodAt)
    if (!plan) continue
    const { wanted, held, left_out } = plan
    const isBehind = full_due || listChanges(wanted, held).length > 0
    const { numAffectedRows } = await sql`
      update card_list set wanted = ${wanted.length}, entries = ${held.length}, left_out = ${left_out},
        state = case when state in ('in_step', 'behind') then ${isBehind ? 'behind' : 'in_step'} else state end,
        version = version + 1, updated_at = now()
      where id = ${id} and (wanted, entries, left_out, state) is distinct from (${wanted.length}, ${held.length}, ${left_out},
        case when state in ('in_step', 'behind') then ${isBehind ? 'behind' : 'in_step'} else state end)`.execute(db)
    if (numAffectedRows) changed.push(id)
  }
  return changed
}
