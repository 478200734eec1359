import { type Kysely, sql } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { ToldMonitor } from '../../shared/domain/monitors.ts'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { ConnectedPile, Live, MonitorAnswer, Monitors, MonitorsReport } from '../ocpp/ports.ts'

/** What comes of monitors. */
interface MonitorAlarms {
  /** A pile has these no more; in the transaction that keeps it. Gives the alarms that this ends. */
  unwatched(db: Kysely<Database>, pile_id: number, monitors: readonly number[]): Promise<number[]>
}

/** Keeps what piles watch, as they tell it and as it is set. */
export class MonitorBook implements Monitors {
  readonly #db: Kysely<Database>
  readonly #live: Live
  readonly #alarms: MonitorAlarms

  constructor(db: Kysely<Database>, live: Live, alarms: MonitorAlarms) {
    this.#db = db
    this.#live = live
    this.#alarms = alarms
  }

  async report({ id: pile_id }: ConnectedPile, { request, isWhole, told }: MonitorsReport): Promise<void> {
    await this.#change(pile_id, async (trx) => {
      await keep(trx, pile_id, told)
      return isWhole ? await forgetUntold(trx, pile_id, request) : []
    })
  }

  /** A pile took what it was asked: it watches one thing more or less, or nothing at all. */
  async agreed(pile_id: number, intent: Intent, { number, isEmpty }: MonitorAnswer): Promise<void> {
    if (intent.ask === 'set_monitor' && number !== null) {
      const { ask: _, limit: value, ...monitor } = intent
      await keep(this.#db, pile_id, [{ ...monitor, value, number }])
      this.#live.changed('pile', pile_id)
    } else if (intent.ask === 'clear_monitor') {
      const { monitor_number } = intent
      await this.#change(pile_id, async (trx) => {
        await monitorsOf(trx, pile_id).where('number', '=', monitor_number).execute()
        return [monitor_number]
      })
    } else if (intent.ask === 'read_monitors' && isEmpty)
      await this.#change(pile_id, async (trx) =>
        numbersOf(await monitorsOf(trx, pile_id).returning('number').execute()),
      )
  }

  /** `change` gives the monitors that are gone with it. */
  async #change(pile_id: number, change: (trx: Kysely<Database>) => Promise<readonly number[]>): Promise<void> {
    const ended = await inTransaction(this.#db, async (trx) => {
      const gone = await change(trx)
      return gone.length > 0 ? await this.#alarms.unwatched(trx, pile_id, gone) : []
    })
    this.#live.changed('pile', pile_id)
    for (const id of ended) this.#live.changed('alarm', id)
  }
}

const monitorsOf = (db: Kysely<Database>, pile_id: number) =>
  db.deleteFrom('pile_monitor').where('pile_id', '=', pile_id)
const numbersOf = (rows: readonly { number: number }[]) => rows.map(({ number }) => number)

/** No pile watches more. */
const MOST = 5_000

async function keep(db: Kysely<Database>, pile_id: number, told: readonly ToldMonitor[]): Promise<void> {
  if (told.length === 0) return
  const rows = [...new Map(told.map((one) => [one.number, one])).values()]
  await sql`
    insert into pile_monitor (pile_id, number, component, component_instance, evse, connector, variable, variable_instance, watch, value,
      level, in_session)
    select ${pile_id}, number, component, component_instance, evse, connector, variable, variable_instance, watch, value, level, in_session
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (number int, component text, component_instance text, evse int,
      connector int, variable text, variable_instance text, watch text, value float8, level int, in_session boolean)
    where (select count(*) from pile_monitor m where m.pile_id = ${pile_id}) < ${MOST}
      or exists (select from pile_monitor m where m.pile_id = ${pile_id} and m.number = told.number)
    on conflict (pile_id, number) do update set component = excluded.component, component_instance = excluded.component_instance,
      evse = excluded.evse, connector = excluded.connector, variable = excluded.variable, variable_instance = excluded.variable_instance,
      watch = excluded.watch, value = excluded.value, level = excluded.level, in_session = excluded.in_session, told_at = now()`.execute(
    db,
  )
}

/** A report is whole: what it did not name since it was asked for, its pile does not watch any more. */
async function forgetUntold(db: Kysely<Database>, pile_id: number, request: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    delete from pile_monitor m using command c where m.pile_id = ${pile_id} and c.id = ${request} and c.pile_id = ${pile_id}
      and c.action = 'read_monitors' and m.told_at < c.created_at
    returning m.number`.execute(db)
  return numbersOf(rows)
}
