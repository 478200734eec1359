import { type Kysely, type SqlBool, sql } from 'kysely'
import { SAME_CASE_MS } from '../../shared/domain/alarm-case.ts'
import { SEVERITIES, type Severity, usualSeverity } from '../../shared/domain/alarm-codes.ts'
import { severityOfLevel } from '../../shared/domain/pile-conditions.ts'
import type { AlarmKind } from '../../shared/entities/alarm.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { ofCase } from './case.ts'

/** A gun is faulted and its pile does not say why. */
export const UNNAMED = 'Faulted'

/** An alarm as it is raised. */
export interface Raised {
  code: string
  kind: AlarmKind
  connector_number: number | null
  message: string | null
  vendor_code: string | null
  at: number
  order_id?: number
  /** What an inspection found not all right, by its words. */
  check_item?: string
  /** Of what the pile watches of itself: as severe as its monitor says, null where that says nothing. */
  condition?: { monitor_number: number | null; level: number | null }
}

/**
 * A fault that a person has confirmed is known and opens nothing more; one that was called processed and is
 * reported again does, and is a case of its own. Nor does what a rule calls no alarm.
 */
export async function insertAlarm(
  db: Kysely<Database>,
  pile_id: number | null,
  { at, ...alarm }: Raised,
): Promise<number[]> {
  const same = sql<SqlBool>`${ofPile(pile_id)} and alarm.code = ${alarm.code}
    and alarm.connector_number is not distinct from ${alarm.connector_number}::int
    and alarm.check_item is not distinct from ${alarm.check_item ?? null}::text`
  const message = alarm.message?.slice(0, 200) ?? null
  const vendor_code = alarm.vendor_code?.slice(0, 60) ?? null
  const { rows } = await sql<{ id: number; first_id: number | null }>`
    insert into alarm (pile_id, site_id, code, kind, connector_number, message, vendor_code, raised_at, order_id, during_maintenance,
      by_condition, monitor_number, check_item, severity, rule_id, first_id, times, assignee_id, assignee_name, on_my_way_at, snoozed_until)
    select pile.id, pile.site_id, ${alarm.code}, ${alarm.kind}, ${alarm.connector_number}::int, ${message}::text,
      ${vendor_code}::text, ${iso(at)}::timestamptz, ${alarm.order_id ?? null}::bigint,
      coalesce(is_planned(pile.id, now()) or is_planned(pile.id, ${iso(at)}::timestamptz), false),
      ${alarm.condition !== undefined}, ${alarm.condition?.monitor_number ?? null}::int, ${alarm.check_item ?? null}::text,
      coalesce(rule.severity, ${severityOf(alarm)}), rule.id,
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
      and not (${alarm.code} = ${UNNAMED} and ${isNamed(pile_id, alarm.connector_number)})
    on conflict do nothing
    returning id, first_id`.execute(db)
  const [raised] = rows
  return raised ? await timesOf(db, raised) : []
}

/** What lasts already is worse than it was; where a rule says how severe it is, that stays. Gives what it changed. */
export async function worsenAlarm(db: Kysely<Database>, pile_id: number, alarm: Raised): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update alarm set severity = ${severityOf(alarm)}, version = version + 1, updated_at = now()
    where ${ofPile(pile_id)} and code = ${alarm.code} and connector_number is not distinct from ${alarm.connector_number}::int
      and cleared_at is null and status = 'open' and array_position(${SEVERITIES}::text[], severity)
        > array_position(${SEVERITIES}::text[], ${severityOf(alarm)}::text)
      and not exists (select from alarm_rule where alarm_rule.id = alarm.rule_id and alarm_rule.severity is not null)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who looks at an earlier time of it looks at the same case. */
async function timesOf(db: Kysely<Database>, raised: { id: number; first_id: number | null }): Promise<number[]> {
  if (raised.first_id === null) return [raised.id]
  const times = await db.selectFrom('alarm').select('id').where(ofCase(raised)).execute()
  return times.map(({ id }) => id)
}

const severityOf = ({ code, condition }: Pick<Raised, 'code' | 'condition'>): Severity =>
  condition?.level == null ? usualSeverity(code) : severityOfLevel(condition.level)

const ofPile = (pile_id: number | null) =>
  pile_id === null ? sql<SqlBool>`alarm.pile_id is null` : sql<SqlBool>`alarm.pile_id = ${pile_id}`

/** An event says why this gun is faulted, and has its alarm. */
const isNamed = (pile_id: number | null, connector_number: number | null) => sql<SqlBool>`exists (
  select from alarm named where named.pile_id = ${pile_id}::bigint and named.by_condition and named.cleared_at is null
    and named.connector_number = ${connector_number}::int)`

/** Closes those that are narrowed down from here. */
export function clearing(db: Kysely<Database>, at: number) {
  return db
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

/** The cause of an alarm is gone. Gives what it changed. */
export async function clearAlarm(db: Kysely<Database>, matter: Matter, at: number): Promise<number[]> {
  return idsOf(await clearingOf(db, matter, at).execute())
}

/** The alarm of an event takes the place of the one that names no cause; where a rule lets the event raise none, that one stays. */
export async function clearUnnamed(
  db: Kysely<Database>,
  { pile_id, connector_number }: Omit<Matter, 'code'>,
  at: number,
): Promise<number[]> {
  const unnamed = clearingOf(db, { pile_id, code: UNNAMED, connector_number }, at)
  return idsOf(await unnamed.where(isNamed(pile_id, connector_number)).execute())
}

type Matter = Pick<Raised, 'code' | 'connector_number'> & { pile_id: number }

const clearingOf = (db: Kysely<Database>, { pile_id, code, connector_number }: Matter, at: number) =>
  clearing(db, at)
    .where('pile_id', '=', pile_id)
    .where('code', '=', code)
    .where(sql<SqlBool>`connector_number is not distinct from ${connector_number}::int`)

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
