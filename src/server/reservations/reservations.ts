import type { Kysely } from 'kysely'
import type { CommandName } from '../../shared/commands/index.ts'
import type { Database } from '../kit/database/tables.ts'
import { Loop } from '../kit/loop.ts'
import { settleCancelled, tellCancelled } from './cancelling.ts'
import type { ReservationPiles } from './ports.ts'
import { settle } from './settle.ts'

/** Commands about a reservation. */
const OURS: ReadonlySet<CommandName> = new Set<CommandName>(['reserve', 'cancel_reservation'])

interface Deps {
  db: Kysely<Database>
  piles: ReservationPiles
  changed(entity: string, id: number): void
}

/** Follows reservations to their end. Nothing of them is kept here. */
export class Reservations {
  readonly #deps: Deps
  readonly #loop = new Loop(async () => {
    await this.#settle()
    return false
  })

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get piles(): ReservationPiles {
    return this.#deps.piles
  }

  /** Something became of a command, of whatever kind. */
  moved({ action }: { action: CommandName }): void {
    if (OURS.has(action)) this.#loop.soon()
  }

  /** Something became of a command that is waited for, or a time may be over. What fails is tried again by the next call. */
  look(): Promise<void> {
    return this.#loop.wake()
  }

  stop = (): Promise<void> => this.#loop.stop()

  async #settle(): Promise<void> {
    const { db, piles, changed } = this.#deps
    for (const id of await settle(db, piles)) changed('reservation', id)
    await settleCancelled(db)
    await tellCancelled(db, piles)
  }
}
