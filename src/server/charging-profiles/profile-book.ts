import { type Kysely, sql } from 'kysely'
import { profileOf } from '../../shared/domain/charging-profiles/number.ts'
import { isSameProfile, type SentProfile } from '../../shared/domain/charging-profiles/profile.ts'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { ConnectedPile, HeldProfiles, Live, ProfilesReport } from '../ocpp/ports.ts'
import { keepInstalled } from './installed.ts'

type Db = Kysely<Database>

/** Of what a pile holds otherwise than any version of ours: it shows as changed since it was sent. */
const NO_VERSION = 0

/** Corrects what is known of piles by what they say that they hold: that counts (OCPP 2.0.1, K09). */
export class ProfileBook implements HeldProfiles {
  readonly #db: Db
  readonly #live: Live

  constructor(db: Db, live: Live) {
    this.#db = db
    this.#live = live
  }

  /** Of our own questions alone: an engineer may have asked for some of them. */
  async report({ id: pile_id }: ConnectedPile, report: ProfilesReport): Promise<void> {
    const changed = await inTransaction(this.#db, async (trx) => {
      const asked = await trx
        .selectFrom('command')
        .select('created_at')
        .where('id', '=', report.request)
        .where('pile_id', '=', pile_id)
        .where('action', '=', 'read_profiles')
        .executeTakeFirst()
      if (!asked) return []
      const found: number[] = []
      for (const profile of report.told) if (await keepTold(trx, { pile_id, report, profile })) found.push(profile.id)
      await noteTold(trx, pile_id, report.numbers)
      return [...found.map(profileOf), ...(report.isLast ? await forgetUntold(trx, pile_id, asked.created_at) : [])]
    })
    for (const id of new Set(changed)) this.#live.changed('charging_profile', id)
  }
}

interface Told {
  pile_id: number
  report: ProfilesReport
  profile: SentProfile
}

/** Whether that is something new. What is no profile of its site comes from somewhere else. */
async function keepTold(db: Db, { pile_id, report, profile }: Told): Promise<boolean> {
  const held = await db
    .selectFrom('installed_profile')
    .select(['connector_number', 'sent'])
    .where('pile_id', '=', pile_id)
    .where(sql<boolean>`(sent ->> 'id')::bigint = ${profile.id}`)
    .executeTakeFirst()
  if (held && isSameProfile(held.sent, profile)) return false
  const { rows } = await sql`
    select from charging_profile c join pile p on p.site_id = c.site_id
    where c.id = ${profileOf(profile.id)} and p.id = ${pile_id}`.execute(db)
  if (!held && rows.length === 0) return false
  // That of the whole pile may be reported at each EVSE (K01.FR.14).
  const connector_number = held?.connector_number ?? report.connector_number
  await keepInstalled(db, { pile_id, connector_number, profile, version: NO_VERSION })
  return true
}

const noteTold = (db: Db, pile_id: number, numbers: readonly number[]) =>
  sql`
    update installed_profile set told_at = clock_timestamp()
    where pile_id = ${pile_id} and (sent ->> 'id')::bigint = any(${[...numbers]}::bigint[])`.execute(db)

/** What it did not name since it was asked it does not hold; what it took since then was not in its report. */
export async function forgetUntold(db: Db, pile_id: number, asked_at: string): Promise<number[]> {
  const gone = await db
    .deleteFrom('installed_profile')
    .where('pile_id', '=', pile_id)
    .where('confirmed_at', '<', asked_at)
    .where(sql<boolean>`coalesce(told_at, '-infinity') < ${asked_at}::timestamptz`)
    .returning('charging_profile_id')
    .execute()
  return gone.map(({ charging_profile_id }) => charging_profile_id)
}
