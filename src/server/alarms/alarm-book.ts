import { type Kysely, type SqlBool, sql } from 'kysely'
import { SAME_CASE_MS } from '../../shared/domain/alarm-case.ts'
import { usualSeverity } from '../../shared/domain/alarm-codes.ts'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { AlarmKind } from '../../shared/entities/alarm.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { derived, type ProcessState } from '../kit/process-state.ts'
import {
  type Alarms,
  type ConnectedPile,
  type ConnectorReport,
  type Live,
  NO_ERROR,
  type ReadingRow,
} from '../ocpp/ports.ts'
import { ofCase } from './case.ts'
import { type MeterLog, MeterWatch } from './meter-watch.ts'

const WITHOUT_EFFECT = 'CommandWithoutEffect'

/** An alarm as it is raised. */
export interface Raised {
  code: string
  kind: AlarmKind
  connector_number: number | null
  message: string | null
  vendor_code: string | null
  at: number
  order_id?: number
}

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

  /** Reads which faults last; to be called before piles are let in. */
  async load(): Promise<void> {
    const lasting = await this.#db
      .selectFrom('alarm')
      .select(['pile_id', 'connector_number', 'kind'])
      .where((eb) => eb.or([eb('kind', '=', 'fault'), eb('code', '=', WITHOUT_EFFECT)]))
      .where('cleared_at', 'is', null)
      .execute()
    this.#unheeded = new Set()
    for (const { pile_id, connector_number, kind } of lasting) {
      const places = kind === 'fault' ? this.#faulty : this.#unheeded
      if (pile_id !== null) places.add(placeOf(pile_id, connector_number))
    }
    await this.meters.load()
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

  /** Something of the network itself. */
  async raiseOwn(alarm: Pick<Raised, 'code' | 'kind' | 'message' | 'at'>): Promise<void> {
    await this.#raise(null, { ...alarm, connector_number: null, vendor_code: null })
  }

  /** The cause of these alarms is gone. */
  async clearThese(ids: readonly number[], at: number): Promise<void> {
    if (ids.length === 0) return
    const cleared = await this.#clear(at)
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
    const cleared = await this.#clear(at)
      .where('pile_id', '=', pile.id)
      .where('code', '=', code)
      .where(sql<SqlBool>`connector_number is not distinct from ${connector_number}::int`)
      .execute()
    if (isUnheeded) this.#unheeded?.delete(place)
    for (const { id } of cleared) this.#live.changed('alarm', id)
  }

  /**
   * A fault that a person has confirmed is known and opens nothing more; one that was called processed and is
   * reported again does, and is a case of its own. Nor does what a rule calls no alarm.
   */
  async #raise(pile_id: number | null, { at, ...alarm }: Raised): Promise<void> {
    const same = sql<SqlBool>`${ofPile(pile_id)} and alarm.code = ${alarm.code}
      and alarm.connector_number is not distinct from ${alarm.connector_number}::int`
    const message = alarm.message?.slice(0, 200) ?? null
    const vendor_code = alarm.vendor_code?.slice(0, 60) ?? null
    const { rows } = await sql<{ id: number; first_id: number | null }>`
      insert into alarm (pile_id, site_id, code, kind, connector_number, message, vendor_code, raised_at, order_id, during_maintenance,
        severity, rule_id, first_id, times, assignee_id, assignee_name, on_my_way_at, snoozed_until)
      select pile.id, pile.site_id, ${alarm.code}, ${alarm.kind}, ${alarm.connector_number}::int, ${message}::text,
        ${vendor_code}::text, ${iso(at)}::timestamptz, ${alarm.order_id ?? null}::bigint,
        coalesce(is_planned(pile.id, now()) or is_planned(pile.id, ${iso(at)}::timestamptz), false),
        coalesce(rule.severity, ${usualSeverity(alarm.code)}), rule.id,
        coalesce(before.first_id, before.id), coalesce(before.times, 0) + 1,
        before.assignee_id, before.assignee_name, before.on_my_way_at, before.snoozed_until
      from (select) always left join pile on pile.id = ${pile_id}::bigint
      left join lateral alarm_rule_for(pile, ${alarm.kind}, ${alarm.code}, ${vendor_code}::text) rule on true
      left join lateral (
        select * from alarm where ${same} and alarm.status = 'recovered'
          and alarm.cleared_at >= ${iso(at - SAME_CASE_MS)}::timestamptz
        order by alarm.id desc limit 1) before on true
      where pile.id is not distinct from ${pile_id}::bigint and pile.archived_at is null and coalesce(rule.raises, true)
        and not exists (select from alarm where ${same} and alarm.cleared_at is null and alarm.status = 'confirmed')
      on conflict do nothing
      returning id, first_id`.execute(this.#db)
    if (alarm.kind === 'fault' && pile_id !== null) this.#faulty.add(placeOf(pile_id, alarm.connector_number))
    for (const raised of rows) await this.#tellCase(raised)
  }

  /** Who looks at an earlier time of it looks at the same case. */
  async #tellCase(raised: { id: number; first_id: number | null }): Promise<void> {
    const times =
      raised.first_id === null
        ? [raised]
        : await this.#db.selectFrom('alarm').select('id').where(ofCase(raised)).execute()
    for (const { id } of times) this.#live.changed('alarm', id)
  }

  /** What an alarm says of an order that charges no more is over. */
  async ordersEnded(): Promise<void> {
    const ended = await this.#clear(Date.now())
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
    const cleared = await this.#clear(at)
      .where('pile_id', '=', pile.id)
      .where('kind', '=', 'fault')
      .where('connector_number', '=', connector_number)
      .execute()
    this.#faulty.delete(placeOf(pile.id, connector_number))
    for (const { id } of cleared) this.#live.changed('alarm', id)
  }

  #clear(at: number) {
    return this.#db
      .updateTable('alarm')
      .set((eb) => ({
        cleared_at: sql<string>`greatest(raised_at, ${iso(at)}::timestamptz)`,
        // No signal of the pile ends a matter of its security.
        status: sql<'recovered'>`case when status = 'open' and kind <> 'security' then 'recovered' else status end`,
        version: eb('version', '+', 1),
        updated_at: sql<string>`now()`,
      }))
      .where('cleared_at', 'is', null)
      .returning('id')
  }
}

/** The error that a connector reports; a fault without one is called Faulted. */
function faultOf({ error_code, status }: ConnectorReport): string | null {
  if (error_code !== NO_ERROR) return error_code
  return status === 'Faulted' ? 'Faulted' : null
}

const ofPile = (pile_id: number | null) =>
  pile_id === null ? sql<SqlBool>`alarm.pile_id is null` : sql<SqlBool>`alarm.pile_id = ${pile_id}`

const placeOf = (pile_id: number, connector_number: number | null) => `${pile_id} ${connector_number}`
