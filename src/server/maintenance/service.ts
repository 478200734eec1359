import { type Kysely, sql } from 'kysely'
import type { Maintenance } from '../../shared/entities/maintenance.ts'
import { FALLBACK } from '../../shared/kit/languages.ts'
import type { Target } from '../campaigns/ports.ts'
import type { Database } from '../kit/database/tables.ts'
import { NOBODY } from '../kit/person.ts'
import { inTransaction } from '../kit/transaction.ts'
import { say } from '../kit/words.ts'
import type { ServiceDeps } from './ports.ts'
import type { ServicePayload } from './service-work.ts'

type Db = Kysely<Database>
type Due = Pick<Maintenance, 'id' | 'work' | 'service'> & { language: string | null }

/** A pile may be away for long; what is over meanwhile is not asked for. */
const WAIT_HOURS = 24 * 366
const NAME_SIGNS = 120

/**
 * Takes the guns of maintenance that began out of service, and puts back those of one that is over. While it goes on, piles that move there
 * are taken out as well, and those that move away put back. What is arranged is written down in the transaction of its campaign: a server
 * that is killed arranges it once.
 */
export async function followService({ db, ...deps }: ServiceDeps): Promise<void> {
  for (const [due, arrange] of STEPS) {
    const { rows } = await sql<{ id: number }>`select m.id from maintenance m where ${due} order by m.id`.execute(db)
    for (const { id } of rows) {
      const told: (() => void)[] = []
      await inTransaction(db, async (trx) => {
        told.length = 0
        const { rows: held } = await sql<Due>`
          select m.id, m.work, m.service, m.language from maintenance m where m.id = ${id} and ${due} for update`.execute(
          trx,
        )
        if (held[0]) await arrange(held[0], { ...deps, db: trx, afterCommit: (tell) => told.push(tell) })
      })
      for (const tell of told) tell()
      deps.changed('maintenance', id)
    }
  }
}

type Arranging = Omit<ServiceDeps, 'db'> & { db: Db; afterCommit(tell: () => void): void }

const isOn = sql<boolean>`m.out_at is not null and m.back_at is null and m.over_at > now()`
/** Piles that it is about now and that are not out for it. */
const newcomers = sql`
  select distinct span.pile_id from maintenance_span span join pile p on p.id = span.pile_id and p.archived_at is null
  where span.maintenance_id = m.id and span.starts_at <= now() and span.ends_at > now()
    and not exists (select from maintenance_service kept
      where kept.maintenance_id = m.id and kept.pile_id = span.pile_id and kept.back_at is null)`
const leavers = sql`
  select kept.pile_id from maintenance_service kept
  where kept.maintenance_id = m.id and kept.back_at is null and not is_under(m.id, kept.pile_id)`

const STEPS = [
  [
    sql<boolean>`m.service <> 'in_service' and m.out_at is null and m.starts_at <= now() and m.over_at > now()`,
    takeOut,
  ],
  [sql<boolean>`${isOn} and exists (${newcomers})`, takeOut],
  [sql<boolean>`${isOn} and exists (${leavers})`, putBackLeavers],
  [sql<boolean>`m.out_at is not null and m.back_at is null and m.over_at <= now()`, putBackAll],
] as const

/** All piles of one that begins; later those that moved there. */
async function takeOut(due: Due, arranging: Arranging): Promise<void> {
  const { db } = arranging
  const { rows: guns } = await sql<Target>`
    select p.id as pile_id, gun.number as connector_number
    from maintenance m cross join lateral (${newcomers}) covered
      join pile p on p.id = covered.pile_id
      cross join lateral (
        select number from connector where pile_id = p.id and number > 0
        -- One that never told its guns is meant as a whole.
        union select 0 where not exists (select from connector where pile_id = p.id and number > 0)) gun
    where m.id = ${due.id} order by 1, 2`.execute(db)
  const campaign_id = await campaignOf(due, 'Inoperative', guns, arranging)
  const piles = [...new Set(guns.map(({ pile_id }) => pile_id))]
  await sql`insert into maintenance_service (maintenance_id, pile_id, out_campaign_id)
    select ${due.id}, pile, ${campaign_id} from unnest(${piles}::bigint[]) pile
    on conflict (maintenance_id, pile_id) do update set out_campaign_id = excluded.out_campaign_id, back_at = null`.execute(
    db,
  )
  await sql`update maintenance set out_at = coalesce(out_at, now()), out_campaign_id = coalesce(out_campaign_id, ${campaign_id}),
    version = version + 1, updated_at = now() where id = ${due.id}`.execute(db)
}

async function putBackLeavers(due: Due, arranging: Arranging): Promise<void> {
  const { rows } = await sql<{ pile_id: number }>`
    select left_it.pile_id from maintenance m cross join lateral (${leavers}) left_it where m.id = ${due.id}`.execute(
    arranging.db,
  )
  await putBack(
    due,
    rows.map(({ pile_id }) => pile_id),
    arranging,
  )
}

async function putBackAll(due: Due, arranging: Arranging): Promise<void> {
  const { db, campaigns } = arranging
  const { rows } = await sql<{ pile_id: number; out_campaign_id: number | null; back_at: string | null }>`
    select pile_id, out_campaign_id, back_at from maintenance_service where maintenance_id = ${due.id}
    order by out_campaign_id`.execute(db)
  for (const out of new Set(rows.map(({ out_campaign_id }) => out_campaign_id)))
    if (out !== null) await campaigns.cancel(out, arranging)
  const piles = rows.filter(({ back_at }) => back_at === null).map(({ pile_id }) => pile_id)
  const campaign_id = await putBack(due, piles, arranging)
  await sql`update maintenance set back_at = now(), back_campaign_id = ${campaign_id}, version = version + 1, updated_at = now()
    where id = ${due.id}`.execute(db)
}

/** Those that were asked and did not refuse; of one that gave no answer it is not known. What was not asked yet never is. */
async function putBack(due: Due, piles: readonly number[], arranging: Arranging): Promise<number | null> {
  const { db } = arranging
  const { rows: guns } = await sql<Target>`
    select t.pile_id, t.connector_number from maintenance_service kept
      join campaign_target t on t.campaign_id = kept.out_campaign_id and t.pile_id = kept.pile_id
    where kept.maintenance_id = ${due.id} and kept.pile_id = any(${[...piles]}::bigint[]) and t.sent_at is not null and t.state <> 'refused'
    order by t.id`.execute(db)
  await sql`update maintenance_service set back_at = now()
    where maintenance_id = ${due.id} and pile_id = any(${[...piles]}::bigint[])`.execute(db)
  return campaignOf(due, 'Operative', guns, arranging)
}

/** Null where no gun is to be asked. */
async function campaignOf(
  { id, work, service, language }: Due,
  type: ServicePayload['type'],
  targets: readonly Target[],
  { campaigns, db, afterCommit }: Arranging,
): Promise<number | null> {
  if (targets.length === 0) return null
  const name = say(language ?? FALLBACK, { key: `maintenance:campaign.${type}`, figures: { work } }).slice(
    0,
    NAME_SIGNS,
  )
  const payload: ServicePayload = { maintenance: id, type, service }
  const rules = { wait_hours: WAIT_HOURS }
  return campaigns.start({ action: 'availability', name, payload, targets, rules }, { db, person: NOBODY, afterCommit })
}
