import type { Kysely } from 'kysely'
import type { Abnormal } from '../../shared/domain/order-states.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ConnectedPile, Metered, ReadingRow } from '../ocpp/ports.ts'
import { unbegunBeside, unnamedAt } from './connector-sessions.ts'
import { reloadSession } from './load-sessions.ts'
import type { OpenSession } from './open-session.ts'
import type { OrderAlarms } from './ports.ts'
import { holdUnbegun, rejoin } from './rejoin.ts'
import type { RemoteStops } from './remote-stops.ts'
import type { RunningOrders } from './running-orders.ts'

interface Ports {
  db: Kysely<Database>
  alarms: OrderAlarms
}

/** What no meter can say, as alarms call it. */
const ODD: Partial<Record<Abnormal, string>> = { meter_backwards: 'MeterBackwards', meter_jump: 'MeterJump' }

/** Readings on their way to their sessions, and what they show of those. */
export class SessionReadings {
  readonly #db: Kysely<Database>
  readonly #running: RunningOrders
  readonly #remoteStops: RemoteStops
  readonly #alarms: OrderAlarms

  constructor({ db, alarms }: Ports, running: RunningOrders, remoteStops: RemoteStops) {
    this.#db = db
    this.#alarms = alarms
    this.#running = running
    this.#remoteStops = remoteStops
  }

  belongs(
    { id }: ConnectedPile,
    { connector_number, transaction_id, readings, received_at }: Metered,
  ): { order_id: number } | null {
    const running = this.#running.at(id, connector_number)
    const found =
      transaction_id === null
        ? unnamedAt(running, readings, received_at)
        : running.find(({ facts }) => facts.transaction_id === transaction_id)
    if (!found) return null
    if (transaction_id !== null) found.name()
    return { order_id: found.facts.order_id }
  }

  async rejoin(pile: ConnectedPile, metered: Metered): Promise<{ order_id: number } | { reason: string }> {
    if (metered.transaction_id === null) return { reason: 'unknown_transaction' }
    const joined = await rejoin(this.#db, pile.id, metered, this.#running.isNamed)
    if (joined.did === 'nothing') return { reason: joined.reason }
    if (joined.did === 'runs') {
      this.#running.held(pile.id, joined.held)
      await this.#running.runAgain(pile.id, joined.order_id)
      this.#running.book.session(joined.order_id)?.name()
    }
    return { order_id: joined.order_id }
  }

  measured(pile: ConnectedPile, rows: readonly ReadingRow[]): void {
    const { book } = this.#running
    for (const row of rows) {
      const session = book.session(row.order_id)
      session?.heard(row.received_at)
      if (session?.named) this.#noteUnbegun(pile.id, session)
      if (!session || row.energy_wh === null) continue
      const [before, wrong] = [session.cents, session.abnormal]
      session.take({
        at: row.at,
        wh: row.energy_wh,
        received_at: row.received_at,
        resolution_wh: row.resolution_wh,
      })
      book.accounts.spend(session.facts.customer_id, session.cents - before)
      if (session.abnormal !== wrong) this.#tellOdd(pile, session, row)
      if (session.disordered) this.#reload(session)
      this.#remoteStops.watch(session, row.received_at)
    }
  }

  /** The alarm is over when the order is. */
  #tellOdd(pile: ConnectedPile, { abnormal, facts }: OpenSession, { received_at: at, energy_wh }: ReadingRow): void {
    const code = abnormal && ODD[abnormal]
    if (!code) return
    const { connector_number, order_id } = facts
    const message = energy_wh === null ? null : `${energy_wh / 1000} kWh`
    const alarm = { code, kind: 'meter' as const, connector_number, message, at, order_id }
    this.#running.behind(this.#alarms.raise(pile, alarm).then(() => this.#alarms.ordersEnded()))
  }

  /** A session that its pile goes on with leaves no room for what was opened beside it. */
  #noteUnbegun(pile_id: number, session: OpenSession): void {
    const sessions = this.#running.book.at(pile_id)?.sessions ?? []
    const beside = sessions.length > 1 ? unbegunBeside(sessions, session) : []
    if (beside.length === 0) return
    for (const other of beside) other.ending = true
    const work = holdUnbegun(this.#db, session.facts.order_id, this.#running.isNamed, session.heard_at)
    const giveUp = (error: unknown) => {
      for (const other of beside) other.ending = false
      throw error
    }
    this.#running.behind(work.then((held) => this.#running.held(pile_id, held), giveUp))
  }

  /** A reading came out of its order: the fold begins anew from what is stored. */
  #reload(session: OpenSession): void {
    session.disordered = false
    if (session.meanwhile) return
    session.meanwhile = []
    // Where the database does not answer, the next reading tries again.
    const giveUp = (error: unknown) => {
      session.meanwhile = undefined
      session.disordered = true
      throw error
    }
    const reloaded = reloadSession(this.#db, session)
    this.#running.behind(reloaded.then((anew) => this.#running.book.replace(anew), giveUp))
  }
}
