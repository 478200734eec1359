import { type Kysely, sql } from 'kysely'
import { type ProfileDrift, profileDrift } from '../../shared/domain/charging-profiles/drift.ts'
import { DAY_S } from '../../shared/domain/charging-profiles/profile.ts'
import { isSameEvse } from '../../shared/domain/gun-number.ts'
import type { Database } from '../kit/database/tables.ts'
import { profilesOf } from './in-pile.ts'
import type { AskPile } from './ports.ts'
import { forgetUntold } from './profile-book.ts'

type Db = Kysely<Database>

const NO_PROFILES = 'noprofiles'

/**
 * Asks a pile what its profiles come to at each of its guns in the next day, and keeps how that stands to what they should come to. False
 * when it gave no answer: what is known of it stays.
 */
export async function checkPile(db: Db, ask: AskPile, pile_id: number): Promise<boolean> {
  const began_at = await momentOf(db)
  const { installed, connectors, phases, rated_w, outside, takes } = await profilesOf(pile_id, { db })
  if (installed.length === 0) {
    await db.deleteFrom('profile_check').where('pile_id', '=', pile_id).execute()
    return true
  }
  const unit = takes.units?.length === 1 ? (takes.units[0] ?? null) : (installed[0]?.profile.charging_rate_unit ?? null)
  const differences: ProfileDrift[] = []
  let refused: string | null = null
  // Piles tell it by EVSE (OCPP 2.0.1, K08): of several connectors the first stands for all.
  const evses = connectors.filter(
    (one, at) => connectors.findIndex((other) => isSameEvse(one.number, other.number)) === at,
  )
  for (const { number: connector_number, session_since, priority } of evses) {
    const answer = await ask(pile_id, { ask: 'read_schedule', connector_number, seconds: DAY_S, unit })
    if (!answer) return false
    if (!answer.schedule) {
      refused = answer.word
      break
    }
    const transaction_since = session_since === null ? null : Date.parse(session_since)
    const at = { connector_number, phases, rated_w, transaction_since, priority, outside }
    differences.push(...profileDrift(installed, answer.schedule, at))
  }
  const state = refused !== null ? 'refused' : differences.length > 0 ? 'differs' : 'same'
  await keep(db, pile_id, { began_at, state, differences: refused === null ? differences : [], said: refused })
  // What it holds it tells in reports; of a protocol without such a question nothing is asked (K09).
  const held = await ask(pile_id, { ask: 'read_profiles' })
  if (held?.isYes && held.word.toLowerCase() === NO_PROFILES) await forgetUntold(db, pile_id, began_at)
  return true
}

/** By the database's clock: what the pile confirms from now on was not looked at, however long it takes to answer. */
async function momentOf(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: string }).now
}

interface Kept {
  began_at: string
  state: 'same' | 'differs' | 'refused'
  differences: readonly ProfileDrift[]
  said: string | null
}

const keep = (db: Db, pile_id: number, { began_at, state, differences, said }: Kept) =>
  sql`
    insert into profile_check (pile_id, state, differences, said, checked_at)
    values (${pile_id}, ${state}, ${JSON.stringify(differences)}, ${said}, ${began_at})
    on conflict (pile_id) do update set state = excluded.state, differences = excluded.differences, said = excluded.said,
      checked_at = excluded.checked_at`.execute(db)
