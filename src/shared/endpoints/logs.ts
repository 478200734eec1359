import * as z from 'zod/mini'
import { errorEntry } from '../entities/error-entry.ts'
import { entities } from '../entities/index.ts'
import { signInEntry } from '../entities/sign-in-entry.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema } from '../kit/schema.ts'

/** The browser and its system in words. */
const browser = z.nullable(z.string())

const object = (row: z.ZodMiniType) => row as unknown as z.ZodMiniObject

/** What the rows of the logs tell besides their fields. */
export const auditRow = z.extend(object(rowSchema(entities.audit_entry)), {
  /** What its record is called now, or was when it went. */
  record_title: z.nullable(z.string()),
  browser,
})
export const signInRow = z.extend(object(rowSchema(signInEntry)), { browser })
export const errorRow = z.extend(object(rowSchema(errorEntry)), { browser })

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
  zone: z._default(z.string().check(z.maxLength(60, { error: 'too_long' })), 'UTC'),
})

export const changesByDay = endpoint({
  method: 'GET',
  path: '/system/log/days',
  permission: 'audit_entry.list',
  reaches: 'itself',
  body: query,
  data: logDays,
})

export const signInsByDay = endpoint({
  method: 'GET',
  path: '/system/log/sign-in/days',
  permission: 'sign_in_entry.list',
  reaches: 'itself',
  body: query,
  data: logDays,
})

export const errorsByDay = endpoint({
  method: 'GET',
  path: '/system/log/error/days',
  permission: 'error_entry.list',
  reaches: 'itself',
  body: query,
  data: logDays,
})
