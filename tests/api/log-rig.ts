import type pg from 'pg'
import { type KeptForDays, keepForDays } from '../../src/server/kit/database/kept-for-days.ts'
import { KEPT_LOGS } from '../../src/server/logs/kept-logs.ts'
import { KEPT_MESSAGES } from '../../src/server/messages/retention.ts'

/** Logs in parts of four weeks, in a time that is still to come. */

const DAY = 86_400_000
/** A Monday on which a part begins. */
export const MONDAY = Date.parse('1970-01-05T00:00:00Z') + 28 * DAY * 800
/** Noon, so many days after it. */
export const at = (days: number) => new Date(MONDAY + days * DAY + DAY / 2).toISOString()

export const keptAs = (table: string) => [...KEPT_LOGS, KEPT_MESSAGES].find((one) => one.table === table) as KeptForDays

/** What tests do with the logs of the database that is there at that moment. */
export function logsOf(pool: () => pg.Pool) {
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool().query<Row>(text, values)).rows
  return {
    rows,
    /** As the task does so many days later. */
    keep: (table: string, days: number) => keepForDays(pool(), keptAs(table), MONDAY + days * DAY),
    signIn: (moment: string, outcome = 'signed_in') =>
      rows(
        `insert into sign_in_entry (outcome, way, address, agent, created_at) values ($2, 'password', '::1', 'x', $1) returning id`,
        [moment, outcome],
      ),
    /** Of a pile within a day it is counted on one row. */
    securityEvent: (pile: number, moment: string) =>
      rows(
        `insert into security_event (pile_id, type, severity, first_at, received_at, day)
          values ($1, 'Tampering', 'critical', $2::timestamptz, $2::timestamptz, $2::timestamptz::date)
          on conflict do nothing returning id`,
        [pile, moment],
      ),
    /** As the list counts them: what is added up and what waits for it. */
    async counted(table: string) {
      const [{ total } = { total: 0 }] = await rows<{ total: number }>(
        `select coalesce(sum(rows), 0)::int as total from (select rows from ${table}_tally where span = 'ever' union all
          select rows from ${table}_tally_note) counted`,
      )
      return total
    },
  }
}
