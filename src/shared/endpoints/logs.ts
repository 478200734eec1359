import * as z from 'zod/mini'
import { errorEntry } from '../entities/error-entry.ts'
import { entities } from '../entities/index.ts'
import { refusedEntry } from '../entities/refused-entry.ts'
import { signInEntry } from '../entities/sign-in-entry.ts'
import { endpoint } from '../kit/endpoint.ts'
import { isTimeZone, rowWith } from '../kit/schema.ts'

/** The browser and its system in words. */
const browser = z.nullable(z.string())

/** What the rows of the logs tell besides their fields. */
export const auditRow = rowWith(entities.audit_entry, {
  /** What its record is called now, or was when it went. */
  record_title: z.nullable(z.string()),
  browser,
})
export const signInRow = rowWith(signInEntry, { browser })
export const refusedRow = rowWith(refusedEntry, { browser })
export const errorRow = rowWith(errorEntry, { browser })

export interface BrowserMore {
  browser: string | null
}
export interface AuditMore extends BrowserMore {
  record_title: string | null
}

/** How much stands in a log on each day, the oldest first; `counts` by kind, outcome or source. Days without any are there too. */
const logDays = z.object({
  days: z.array(z.object({ day: z.string(), counts: z.record(z.string(), z.int()) })),
})
const query = z.object({
  /** An IANA zone: whose days these are. */
  zone: z._default(
    z
      .string()
      .check(z.maxLength(60, { error: 'too_long', abort: true }), z.refine(isTimeZone, { error: 'not_a_time_zone' })),
    'UTC',
  ),
})

export const changesByDay = endpoint({
  method: 'GET',
  path: '/system/log/days',
  lags: true,
  permission: 'audit_entry.list',
  reaches: 'itself',
  body: query,
  data: logDays,
})

export const signInsByDay = endpoint({
  method: 'GET',
  path: '/system/log/sign-in/days',
  lags: true,
  permission: 'sign_in_entry.list',
  reaches: 'itself',
  body: query,
  data: logDays,
})

export const refusedByDay = endpoint({
  method: 'GET',
  path: '/system/log/refused/days',
  lags: true,
  permission: 'refused_entry.list',
  reaches: 'itself',
  body: query,
  data: logDays,
})

export const errorsByDay = endpoint({
  method: 'GET',
  path: '/system/log/error/days',
  lags: true,
  permission: 'error_entry.list',
  reaches: 'itself',
  body: query,
  data: logDays,
})
