import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Paced } from '../kit/paced.ts'
import { owned } from '../kit/process-state.ts'
import { checkPile } from './check.ts'
import type { AskPile } from './ports.ts'

interface Ports {
  db: Kysely<Database>
  connectedPiles(): number[]
  ask: AskPile
  changed(charging_profile_id: number): void
  log: { error(detail: object, message: string): void }
}

/** So many are asked at the same time. */
const AT_ONCE = 5
/** How often a pile is asked of which nothing new is known. */
const EVERY_H = 6

/**
 * Asks piles that hold charging profiles by itself what these come to: soon after they took one or another system limits them
 * otherwise, and every few hours, since some
 * forget or change them. What differs then shows. The piles that are being asked are this process's own: it has their socket.
 */
export class ProfileChecker {
  readonly #ports: Ports
  readonly #paced: Paced
  readonly state = owned('profiles_checked', () => this.#paced.size)

  constructor(ports: Ports) {
    this.#ports = ports
    this.#paced = new Paced({
      most: AT_ONCE,
      run: (id) => this.#check(id),
      failed: (err, pile_id) => ports.log.error({ err, pile_id }, 'charging profiles of a pile could not be checked'),
    })
  }

  /** Looks for piles that are due; to be called every minute or so. */
  sweep(): Promise<void> {
    const { db, connectedPiles } = this.#ports
    return this.#paced.addDue(connectedPiles(), (piles) =>
      sql<{ id: number }>`
        select i.pile_id as id from installed_profile i left join profile_check c on c.pile_id = i.pile_id
        where i.pile_id = any(${piles}::bigint[]) group by i.pile_id, c.checked_at, c.outdated_at
        having c.checked_at is null or c.checked_at < now() - make_interval(hours => ${EVERY_H}) or c.checked_at < max(i.confirmed_at)
          or c.checked_at < c.outdated_at
        order by c.checked_at nulls first`.execute(db),
    )
  }

  async #check(pile_id: number): Promise<void> {
    const { db, ask, changed } = this.#ports
    if (!(await checkPile(db, ask, pile_id))) return
    this.#paced.forget(pile_id)
    const held = await db
      .selectFrom('installed_profile')
      .select('charging_profile_id as id')
      .distinct()
      .where('pile_id', '=', pile_id)
      .execute()
    for (const { id } of held) changed(id)
  }
}
