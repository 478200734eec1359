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
type Due = Pick<Maintenance, 'id' | 'work' | 'service'> & { language: string | null; out_campaign_id: number | null }

/** A pile may be away for long; what is over meanwhile is not asked for. */
const WAIT_HOURS = 24 * 366
const NAME_SIGNS = 120

/**
 * Takes the guns of maintenance that began out of service, and puts back those of one that is over. What is arranged is written down in the
 * transaction of its campaign: a server that is killed arranges it once.
 */
export async function followService({ db, ...deps }: ServiceDeps): Promise<void> {
  for (const [due, arrange] of [[DUE_OUT, takeOut] as const, [DUE_BACK, putBack] as const]) {
    const { rows } = await sql<{ id: number }>`select m.id from maintenance m where ${due} order by m.id`.execute(db)
    for (const { id } of rows) {
      const told: (() => void)[] = []
      await inTransaction(db, async (trx) => {
        told.length = 0
        const { rows: held } = await sql<Due>`
          select m.id, m.work, m.service, m.language, m.out_campaign_id from maintenance m where m.id = ${id} and ${due}
          for update`.execute(trx)
        if (held[0]) await arrange(held[0], { ...deps, db: trx, afterCommit: (tell) => told.push(tell) })
      })
      for (const tell of told) tell()
      deps.changed('maintenance', id)
    }
  }
}

const DUE_OUT = sql<boolean>`m.service <> 'in_service' and m.out_at is null and m.starts_at <= now() and m.over_at > now()`
const DUE_BACK = sql<boolean>`m.out_at is not null and m.back_at is null and m.over_at <= now()`

type Arranging = Omit<ServiceDeps, 'db'> & { db: Db; afterCommit(tell: () => void): void }

async function takeOut(due: Due, arranging: Arranging): Promise<void> {
  const { db } = arranging
  const { rows: guns } = await sql<Target>`
    select p.id as pile_id, gun.number as connector_number
    from (select distinct pile_id from maintenance_span where maintenance_id = ${due.id} and starts_at <= now() and ends_at > now()) covered
      join pile p on p.id = covered.pile_id and p.archived_at is null
      cross join lateral (
        select number from connector where pile_id = p.id and number > 0
        -- One that never told its guns is meant as a whole.
        union select 0 where not exists (select from connector where pile_id = p.id and number > 0)) gun
    order by 1, 2`.execute(db)
  const campaign_id = await campaignOf(due, 'Inoperative', guns, arranging)
  await sql`update maintenance set out_at = now(), out_campaign_id = ${campaign_id}, version = version + 1, updated_at = now()
    where id = ${due.id}`.execute(db)
}

/** Those that were asked and did not refuse; of one that gave no answer it is not known. What was not asked yet never is. */
async function putBack(due: Due, arranging: Arranging): Promise<void> {
  const { db, campaigns } = arranging
  const { out_campaign_id: out } = due
  if (out !== null) await campaigns.cancel(out, arranging)
  const { rows: guns } = await sql<Target>`
    select pile_id, connector_number from campaign_target where campaign_id = ${out} and sent_at is not null and state <> 'refused'
    order by id`.execute(db)
  const campaign_id = await campaignOf(due, 'Operative', guns, arranging)
  await sql`update maintenance set back_at = now(), back_campaign_id = ${campaign_id}, version = version + 1, updated_at = now()
    where id = ${due.id}`.execute(db)
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
