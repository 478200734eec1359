import type { Kysely } from 'kysely'
import { profileOf } from '../../shared/domain/charging-profiles/number.ts'
import type { SentProfile } from '../../shared/domain/charging-profiles/profile.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { askedByPeople, GivenAgain } from '../kit/given-again.ts'
import { forgetInstalled, keepInstalled } from './installed.ts'
import type { AskPile } from './ports.ts'

interface Ports {
  db: Kysely<Database>
  ask: AskPile
  changed(charging_profile_id: number): void
  log: { error(detail: object, message: string): void }
}

/**
 * Gives a pile that started anew the profiles that it confirmed (OCPP 1.6, errata 3.37). A session's limit went with its session. What the pile
 * refuses now it does not hold any more, and the profile's page says so.
 */
export class ProfileKeeper {
  readonly #ports: Ports
  readonly #given: GivenAgain

  constructor(ports: Ports) {
    this.#ports = ports
    this.#given = new GivenAgain({
      state: 'piles_given_profiles',
      give: (pile_id, booted_at) => this.#give(pile_id, booted_at),
      failed: (err, pile_id) =>
        ports.log.error({ err, pile_id }, 'a pile could not be given its charging profiles again'),
    })
  }

  get state() {
    return this.#given.state
  }

  booted(pile_id: number): void {
    this.#given.booted(pile_id)
  }

  async #give(pile_id: number, booted_at: number): Promise<void> {
    const { db, ask, changed } = this.#ports
    const ended = await db
      .deleteFrom('installed_profile')
      .where('pile_id', '=', pile_id)
      .where('purpose', '=', 'session')
      .returning('charging_profile_id')
      .execute()
    for (const { charging_profile_id } of ended) changed(charging_profile_id)
    const held = await db.selectFrom('installed_profile').selectAll().where('pile_id', '=', pile_id).execute()
    for (const { connector_number, sent: profile, sent_version: version } of held) {
      const asked = await askedByPeople(db, { pile_id, booted_at }, ['set_profile', 'clear_profile'])
      if (asked.some((intent) => decides(intent, { connector_number, profile }))) continue
      const answer = await ask(pile_id, { ask: 'set_profile', connector_number, profile })
      // One that gives no answer is asked again when it is back.
      if (!answer) return
      if (answer.isYes) await keepInstalled(db, { pile_id, connector_number, profile, version })
      else await forgetInstalled(db, pile_id, profile.id)
      changed(profileOf(profile.id))
    }
  }
}

type Asked = Extract<Intent, { ask: 'set_profile' | 'clear_profile' }>

/** Whether it takes this profile away, or puts another in its place (OCPP 1.6, 3.13.2). */
function decides(intent: Asked, { connector_number, profile }: { connector_number: number; profile: SentProfile }) {
  const { id, charging_profile_purpose, stack_level } = profile
  const place = { connector_number, purpose: charging_profile_purpose, stack_level }
  if (intent.ask === 'set_profile') {
    const theirs = intent.profile
    if (theirs.id === id) return true
    return isAt(place, { ...intent, purpose: theirs.charging_profile_purpose, stack_level: theirs.stack_level })
  }
  return (intent.id === null || intent.id === id) && isAt(place, intent)
}

interface Place {
  connector_number: number | null
  purpose: string | null
  stack_level: number | null
}

/** Null is anywhere. */
const isAt = (place: Place, { connector_number, purpose, stack_level }: Place) =>
  (connector_number ?? place.connector_number) === place.connector_number &&
  (purpose ?? place.purpose) === place.purpose &&
  (stack_level ?? place.stack_level) === place.stack_level
