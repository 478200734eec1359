import { type Kysely, type Selectable, sql } from 'kysely'
import type { Severity } from '../../shared/domain/alarm-codes.ts'
import type { Database } from '../kit/database/tables.ts'

export type Rule = Selectable<Database['alarm_rule']>

/** First those whom a rule names; where nobody takes it, the next ones. */
export type Step = 1 | 2

/** An alarm that is to be told. */
export interface Due {
  id: number
  case_id: number
  code: string
  severity: Severity
  message: string | null
  connector_number: number | null
  /** None: it is of the network itself. */
  station_number: string | null
  site: string | null
}

/** All that is due goes into one message; what comes meanwhile is in the next one. */
const APART = '1 minute'
/** Of a power cut in a whole city; the others are told a minute later. */
const MOST_DUE = 1_000

/** The rules that may tell of something now. */
export async function speakingRules(db: Kysely<Database>): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select * from alarm_rule r where status = 'enabled' and coalesce(ways, '{}') <> '{}'
      and coalesce(told_at < now() - ${APART}::interval, true)
      and exists (select from alarm a where a.rule_id = r.id and a.status = 'open')
    order by position, id`.execute(db)
  return rows
}

/** Nobody has it, it waits, and its site is awake. */
const waits = sql`a.status = 'open' and a.assignee_id is null and coalesce(a.snoozed_until <= now(), true)
  and p.archived_at is null and not is_silent(a)
  and (r.quiet_from is null or r.quiet_to is null or not in_hours(
    extract(hour from now() at time zone coalesce(s.time_zone, 'Asia/Shanghai'))::int, r.quiet_from, r.quiet_to))`

const names = (what: 'tell' | 'next') => sql`
  (exists (select from ${sql.table(`alarm_rule_${what}_role`)} w where w.alarm_rule_id = r.id)
    or exists (select from ${sql.table(`alarm_rule_${what}_user`)} w where w.alarm_rule_id = r.id))`

const told = (step: Step) =>
  sql`exists (select from alarm_telling told where told.case_id = c.id and told.step = ${step})`

/** Of a rule's cases the newest time of each, as far as it is to be told now. A case is told once, and once more where it escalates. */
const IS_DUE = {
  1: sql`(r.tell_handlers or ${names('tell')}) and a.raised_at <= now() - r.tell_minutes * interval '1 minute' and not ${told(1)}`,
  2: sql`r.escalate_minutes is not null and ${names('next')} and not ${told(2)}
    and greatest(a.raised_at, (select told_at from alarm_telling first where first.case_id = c.id and first.step = 1))
      <= now() - r.escalate_minutes * interval '1 minute'
    and (${told(1)} or not (r.tell_handlers or ${names('tell')}))`,
} as const

export async function dueOf(db: Kysely<Database>, rule: Rule, step: Step): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select a.id, c.id as case_id, a.code, a.severity, a.message, a.connector_number, p.station_number, s.name as site
    from alarm a join alarm_rule r on r.id = a.rule_id left join pile p on p.id = a.pile_id
      left join site s on s.id = a.site_id cross join lateral (select coalesce(a.first_id, a.id) as id) c
    where a.rule_id = ${rule.id} and ${waits} and ${IS_DUE[step]}
    order by a.id limit ${MOST_DUE}`.execute(db)
  return rows
}
