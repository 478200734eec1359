import { type Kysely, sql } from 'kysely'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { Condition } from '../../shared/domain/pile-conditions.ts'
import type { Database } from '../kit/database/tables.ts'
import { derived, type ProcessState } from '../kit/process-state.ts'
import { inTransaction } from '../kit/transaction.ts'
import {
  type Alarms,
  type ConnectedPile,
  type ConnectorReport,
  type Live,
  NO_ERROR,
  type ReadingRow,
} from '../ocpp/ports.ts'
import { clearAlarm, clearing, clearUnnamed, insertAlarm, type Raised, UNNAMED, worsenAlarm } from './alarm-rows.ts'
import { endUnwatched, keepConditions, lastsElsewhere } from './conditions.ts'
import { type MeterLog, MeterWatch } from './meter-watch.ts'

const WITHOUT_EFFECT = 'CommandWithoutEffect'

/**
 * Opens one alarm for a fault that lasts, however often it is reported, and closes it when it is over, unless a person has
 * answered it before. What comes again within a day continues the case: whose it is stays. Faults are looked up in memory
 * first: most reports say that all is well.
 */
export class AlarmBook implements Alarms {
  readonly #db: Kysely<Database>
  readonly #live: Live
  /** Piles' connectors with a fault that is not over. */
  readonly #faulty = new Set<string>()
  /** The same of commands that had no effect; null before they are read. Each command that is done ends what its pile has of it. */
  #unheeded: Set<string> | null = null
  readonly meters: MeterWatch
  readonly state: readonly ProcessState[]

  constructor(db: Kysely<Database>, live: Live, log: MeterLog = console) {
    this.#db = db
    this.#live = live
    this.meters = new MeterWatch({ db, alarms: this, log })
    this.state = [derived('open_faults', () => this.#faulty.size + (this.#unheeded?.size ?? 0)), this.meters.state]
  }

  /** Reads which faults last at these piles; null: at all. To be called before they are let in. */
  async load(piles: readonly number[] | null = null): Promise<void> {
    const lasting = await this.#db
      .selectFrom('alarm')
      .select(['pile_id', 'connector_number', 'kind'])
      .where((eb) => eb.or([eb('kind', '=', 'fault'), eb('code', '=', WITHOUT_EFFECT)]))
      .where('by_condition', '=', false)
      .where('cleared_at', 'is', null)
      .$if(piles !== null, (query) => query.where('pile_id', '=', sql<number>`any(${piles}::bigint[])`))
      .execute()
    this.#unheeded ??= new Set()
    for (const { pile_id, connector_number, kind } of lasting) {
      const places = kind === 'fault' ? this.#faulty : this.#unheeded
      if (pile_id !== null) places.add(placeOf(pile_id, connector_number))
    }
    await this.meters.load(piles)
  }

  measured(pile: ConnectedPile, rows: readonly ReadingRow[]): void {
    this.meters.measured(pile, rows)
  }

  gone(pile_id: number): void {
    this.meters.gone(pile_id)
  }

  async connector(pile: ConnectedPile, report: ConnectorReport): Promise<void> {
    this.meters.connector(pile, report)
    const code = faultOf(report)
    const at = checkClock(report.at, report.received_at) ? report.received_at : report.at
    const { connector_number, info: message, vendor_code } = report
    if (code) return await this.#raise(pile.id, { code, kind: 'fault', connector_number, message, vendor_code, at })
    if (this.#faulty.has(placeOf(pile.id, connector_number))) await this.#over(pile, report, at)
  }

  async raise(pile: Pick<ConnectedPile, 'id'>, alarm: Omit<Raised, 'vendor_code'>): Promise<void> {
    if (alarm.code === WITHOUT_EFFECT) this.#unheeded?.add(placeOf(pile.id, alarm.connector_number))
    await this.#raise(pile.id, { ...alarm, vendor_code: null })
  }

  /**
   * What a pile watches of itself: opened when it begins, closed when it is over. It says more than a gun that is only called
   * faulted, whose alarm it takes the place of.
   */
  async noticed(pile: ConnectedPile, conditions: readonly Condition[]): Promise<void> {
    const changed = await inTransaction(this.#db, async (db) => {
      const ids: number[] = []
      for (const condition of await keepConditions(db, pile.id, conditions))
        ids.push(...(await this.#took(db, pile.id, condition)))
      return ids
    })
    for (const id of changed) this.#live.changed('alarm', id)
  }

  /** A pile watches something no more, in the transaction that keeps it. Gives the alarms that this ends. */
  async unwatched(db: Kysely<Database>, pile_id: number, monitors: readonly number[]): Promise<number[]> {
    const ids: number[] = []
    for (const ended of await endUnwatched(db, pile_id, monitors))
      if (!(await lastsElsewhere(db, pile_id, ended)))
        ids.push(...(await clearAlarm(db, { pile_id, ...ended }, Date.now())))
    return ids
  }

  /** The alarms that a condition changes. */
  async #took(db: Kysely<Database>, pile_id: number, condition: Condition): Promise<number[]> {
    const { code, connector_number, lasts, at, level, monitor_number, message, vendor_code } = condition
    if (!lasts) {
      if (await lastsElsewhere(db, pile_id, condition)) return []
      return await clearAlarm(db, { pile_id, code, connector_number }, at)
    }
    const alarm: Raised = {
      ...{ code, kind: 'fault', connector_number, message, vendor_code, at },
      condition: { monitor_number, level },
    }
    const opened = await insertAlarm(db, pile_id, alarm)
    const ids = opened.length > 0 ? opened : await worsenAlarm(db, pile_id, alarm)
    if (connector_number === null) return ids
    return [...ids, ...(await clearUnnamed(db, { pile_id, connector_number }, at))]
  }

  /** Something of the network itself. */
  async raiseOwn(alarm: Pick<Raised, 'code' | 'kind' | 'message' | 'at'>): Promise<void> {
    await this.#raise(null, { ...alarm, connector_number: null, vendor_code: null })
  }

  /** The cause of these alarms is gone. */
  async clearThese(ids: readonly number[], at: number): Promise<void> {
    if (ids.length === 0) return
    const cleared = await clearing(this.#db, at)
      .where('id', 'in', [...ids])
      .execute()
    for (const { id } of cleared) this.#live.changed('alarm', id)
  }

  async clear(
    pile: Pick<ConnectedPile, 'id'>,
    code: string,
    connector_number: number | null,
    at: number,
  ): Promise<void> {
    const place = placeOf(pile.id, connector_number)
    const isUnheeded = code === WITHOUT_EFFECT
    if (isUnheeded && this.#unheeded?.has(place) === false) return
    const cleared = await clearAlarm(this.#db, { pile_id: pile.id, code, connector_number }, at)
    if (isUnheeded) this.#unheeded?.delete(place)
    for (const id of cleared) this.#live.changed('alarm', id)
  }

  async #raise(pile_id: number | null, alarm: Raised): Promise<void> {
    const changed = await insertAlarm(this.#db, pile_id, alarm)
    if (alarm.kind === 'fault' && pile_id !== null) this.#faulty.add(placeOf(pile_id, alarm.connector_number))
    for (const id of changed) this.#live.changed('alarm', id)
  }

  /** What an alarm says of an order that charges no more is over. */
  async ordersEnded(): Promise<void> {
    const ended = await clearing(this.#db, Date.now())
      .where('order_id', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'alarm.order_id')
            .where('orders.status', '<>', 'generated'),
        ),
      )
      .execute()
    for (const { id } of ended) this.#live.changed('alarm', id)
  }

  /** The connector reports no error any more: whatever it had is over. */
  async #over(pile: ConnectedPile, { connector_number }: ConnectorReport, at: number): Promise<void> {
    const cleared = await clearing(this.#db, at)
      .where('pile_id', '=', pile.id)
      .where('kind', '=', 'fault')
      .where('by_condition', '=', false)
      .where('connector_number', '=', connector_number)
      .execute()
    this.#faulty.delete(placeOf(pile.id, connector_number))
    for (const { id } of cleared) this.#live.changed('alarm', id)
  }
}

/** The error that a connector reports; a fault without one is called Faulted. */
function faultOf({ error_code, status }: ConnectorReport): string | null {
  if (error_code !== NO_ERROR) return error_code
  return status === 'Faulted' ? UNNAMED : null
}

const placeOf = (pile_id: number, connector_number: number | null) => `${pile_id} ${connector_number}`
