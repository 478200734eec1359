import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { GivenAgain } from '../kit/given-again.ts'
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
      give: (pile_id) => this.#give(pile_id),
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

  async #give(pile_id: number): Promise<void> {
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
      const answer = await ask(pile_id, { ask: 'set_profile', connector_number, profile })
      // One that gives no answer is asked again when it is back.
      if (!answer) return
      if (answer.isYes) await keepInstalled(db, { pile_id, connector_number, profile, version })
      else await forgetInstalled(db, pile_id, profile.id)
      changed(profile.id)
    }
  }
}
