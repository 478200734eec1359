import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { owned } from '../kit/process-state.ts'
import { forgetInstalled, keepInstalled } from './installed.ts'
import type { AskPile } from './ports.ts'

interface Ports {
  db: Kysely<Database>
  ask: AskPile
  changed(charging_profile_id: number): void
  log: { error(detail: object, message: string): void }
}

/**
 * Gives a pile that started anew what it confirmed before: a new one in its place knows nothing of it, and not every pile keeps
 * its profiles over a loss of power as it should (OCPP 1.6, errata 3.37). A session's limit went with its session. What the pile refuses
 * now it does not hold any more, and the profile's page says so. Piles that are being told are this process's own: it has their socket.
 */
export class ProfileKeeper {
  readonly #ports: Ports
  readonly #busy = new Set<number>()
  readonly state = owned('piles_given_profiles', () => this.#busy.size)

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** The pile booted, and has its answer. */
  booted(pile_id: number): void {
    if (this.#busy.has(pile_id)) return
    this.#busy.add(pile_id)
    void this.#give(pile_id)
      .catch((err) => this.#ports.log.error({ err, pile_id }, 'a pile could not be given its charging profiles again'))
      .finally(() => this.#busy.delete(pile_id))
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
