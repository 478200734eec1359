import { type Kysely, sql } from 'kysely'
import type { Severity } from '../../shared/domain/alarm-codes.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import { say } from '../kit/words.ts'

/** An alarm with what a notification says of it. */
export interface ToldAlarm {
  id: number
  case_id: number
  status: 'open' | 'processed' | 'confirmed' | 'recovered'
  severity: Severity
  code: string
  message: string | null
  connector_number: number | null
  /** None: it is of the network itself. */
  station_number: string | null
  site: string | null
  assignee_id: number | null
  assignee_name: string | null
  on_my_way_at: string | null
  handled_by: string | null
}

/** The words of a notification. */
export interface Text {
  title: string
  body: string
}

interface CaseText extends Text {
  /** What it is about in one line, as an answer in the outbox says it. */
  label: string
}

const WITHOUT_EFFECT = 'CommandWithoutEffect'

export async function alarmsOf(db: Kysely<Database>, ids: readonly number[]): Promise<ToldAlarm[]> {
  if (!ids.length) return []
  const { rows } = await sql<ToldAlarm>`
    select a.id, coalesce(a.first_id, a.id) as case_id, a.status, a.severity, a.code, a.message,
      nullif(a.connector_number, 0) as connector_number, p.station_number, s.name as site,
      a.assignee_id, a.assignee_name, a.on_my_way_at, a.handled_by
    from alarm a left join pile p on p.id = a.pile_id left join site s on s.id = a.site_id
    where a.id = any(${[...ids]}::bigint[]) order by a.id`.execute(db)
  return rows
}

/** What is wrong, then where; and what the pile says of it. */
export function textOf(alarm: ToldAlarm, language: Language): CaseText {
  const { code, message, connector_number: number, site } = alarm
  const station_number = alarm.station_number ?? say(language, { key: 'alarms:network' })
  const gun = number === null ? null : say(language, { key: 'alarms:connector', figures: { number } })
  const place = [station_number, gun, site].filter(Boolean).join(' · ')
  const said =
    message && code === WITHOUT_EFFECT
      ? wordOr(language, `entities:command.choices.action.${message}`, message)
      : message
  const title = wordOr(language, `alarms:codes.${code}`, code)
  const label = [title, station_number, gun].filter(Boolean).join(' · ')
  return { title, label, body: [place, said].filter(Boolean).join('\n') }
}

/** A maker's own code stays as it is. */
const wordOr = (language: Language, key: string, otherwise: string) => {
  const said = say(language, { key })
  return said === key || said === key.split(':')[1] ? otherwise : said
}

/** What became of a case, in one line. */
export function endOf({ status, assignee_name, on_my_way_at, handled_by }: ToldAlarm, language: Language): string {
  const line = (key: string, by = '') => say(language, { key: `push:${key}`, figures: { by } })
  if (status === 'recovered') return line('over.recovered')
  if (status !== 'open') return line(`over.${status}`, handled_by ?? '')
  if (!assignee_name) return line('taken.nobody')
  return line(on_my_way_at ? 'taken.on_my_way' : 'taken.has', assignee_name)
}
