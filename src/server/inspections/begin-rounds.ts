import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { roundDay, type Turn } from '../../shared/domain/inspection.ts'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'

type Db = Kysely<Database>

interface PlannedSite extends Turn {
  plan_id: number
  site_id: number
  /** By the site's clock. */
  today: string
  last_on: string | null
}

/** What began. */
export interface Begun {
  work_order_id: number
  inspection_ids: number[]
}

/**
 * Begins the rounds that are due: of each plan one at each of its sites, on the latest of its days. Where the server was away for several
 * of them there is one round, as a pile is not inspected three times in a morning. The database takes each round once, of however many
 * servers begin it.
 */
export async function beginRounds(db: Db): Promise<Begun[]> {
  const begun: Begun[] = []
  for (const planned of await plannedSites(db)) {
    const round_on = roundDay(planned, planned.today)
    if (!round_on || (planned.last_on !== null && round_on <= planned.last_on)) continue
    const round = await inTransaction(db, (trx) => begin(trx, planned, round_on))
    if (round) begun.push(round)
  }
  return begun
}

async function plannedSites(db: Db): Promise<PlannedSite[]> {
  const { rows } = await sql<PlannedSite>`
    select p.id as plan_id, n.site_id, p.every, p.unit, p.starts_on::text as starts_on,
      (now() at time zone s.time_zone)::date::text as today,
      (select max(w.round_on)::text from work_order w where w.plan_id = p.id and w.site_id = n.site_id) as last_on
    from inspection_plan p join inspection_plan_site n on n.inspection_plan_id = p.id join site s on s.id = n.site_id
    where p.status = 'enabled' and p.starts_on <= (now() at time zone s.time_zone)::date
    order by p.id, n.site_id`.execute(db)
  return rows
}

/** Null where another server was first, the plan is no more, or no pile of it is in service there: then it is looked at again. */
async function begin(trx: Db, { plan_id, site_id, today }: PlannedSite, round_on: string): Promise<Begun | null> {
  const piles = await pilesOf(trx, plan_id, site_id)
  if (piles.length === 0) return null
  const { rows } = await sql<{ id: number }>`
    insert into work_order (order_key, work, kind, site_id, plan_id, round_on, due_on, assignee_id, assignee_name, role_id, check_list, piles,
      piles_done, piles_failed, piles_skipped)
    select ${randomBytes(16).toString('hex')}, p.name, 'inspection', ${site_id}, p.id, ${round_on}::date, ${today}::date + p.days, p.assignee_id, u.name,
      p.role_id, jsonb_build_object('name', l.name, 'items', l.items), ${piles.length}, 0, 0, 0
    from inspection_plan p join check_list l on l.id = p.check_list_id left join users u on u.id = p.assignee_id
    where p.id = ${plan_id} and p.status = 'enabled'
    on conflict (plan_id, site_id, round_on) where plan_id is not null do nothing returning id`.execute(trx)
  const [order] = rows
  if (!order) return null
  const made = await sql<{ id: number }>`
    insert into inspection (work_order_id, pile_id, site_id, check_list, due_on)
    select w.id, pile, w.site_id, w.check_list ->> 'name', w.due_on from work_order w, unnest(${piles}::bigint[]) pile where w.id = ${order.id}
    returning id`.execute(trx)
  return { work_order_id: order.id, inspection_ids: made.rows.map(({ id }) => id) }
}

/** In service at the site, of the types of the plan and of its check list; without any of all types. */
async function pilesOf(db: Db, plan_id: number, site_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from pile p join inspection_plan n on n.id = ${plan_id}
    where p.site_id = ${site_id} and p.enabled and p.archived_at is null
      and (p.pile_type_id in (select pile_type_id from inspection_plan_pile_type where inspection_plan_id = n.id)
        or not exists (select from inspection_plan_pile_type where inspection_plan_id = n.id))
      and (p.pile_type_id in (select pile_type_id from check_list_pile_type where check_list_id = n.check_list_id)
        or not exists (select from check_list_pile_type where check_list_id = n.check_list_id))
    order by p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes into the rows which inspections are overdue by now, by the clock of their site. Tells which. */
export async function followOverdue(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update inspection i set state = 'overdue', version = version + 1, updated_at = now()
    where i.state = 'due' and i.due_on < (now() at time zone coalesce((select time_zone from site where id = i.site_id), 'UTC'))::date
    returning i.id`.execute(db)
  return rows.map(({ id }) => id)
}
