import pg from 'pg'
import { entities } from '../../shared/entities/index.ts'
import { Refusal, wrongField } from './refusal.ts'

/** Another attempt of the same transaction may succeed: a deadlock, or a snapshot that was overtaken. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/** Another record has this value already. */
export const isTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23505'

/** A record cannot go while another points at it (PostgreSQL 18 says restrict_violation, earlier ones foreign_key_violation). */
export const isStillReferenced = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '23001' || error.code === '23503')

/** The refusal that a database error stands for; null when it is a fault of ours. */
export function refusalOfDatabase(error: unknown): Refusal | null {
  if (isUnavailable(error)) return new Refusal(503, 'database_unavailable')
  if (!(error instanceof pg.DatabaseError)) return null
  if (isRetryable(error) || error.code === '57014' || error.code === '55P03') return new Refusal(503, 'busy')
  switch (error.code) {
    case '23505':
      return new Refusal(409, 'already_taken', { fields: { [columnOf(error)]: { key: 'already_taken' } } })
    case '23503':
      return wrongField(columnOf(error), 'unknown_reference')
    case '23001':
      return new Refusal(409, 'in_use')
    case '23502':
      return wrongField(error.column ?? 'body', 'required')
    case '23514':
      return wrongField(columnOf(error), 'invalid')
    default:
      // Class 22: a value that its column cannot hold.
      return error.code?.startsWith('22') ? new Refusal(422, 'invalid_input') : null
  }
}

const CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** A socket that is not there is no database; a file that is not there is something else. */
const isCut = ({ code = '', syscall }: NodeJS.ErrnoException): boolean =>
  syscall !== undefined && (CONNECTION.has(code) || (code === 'ENOENT' && syscall === 'connect'))

/** There is no database now; what is asked of it later may be answered. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code
  // Class 08: connection; 57P0x: shut down or starting; 53200: no room for another lock; 53300: no slot left; 25006: a standby, which is only read.
  if (error instanceof pg.DatabaseError) return /^(08|57P0|53200|53300|25006)/.test(code ?? '')
  const lost =
    /^Connection terminated|^timeout exceeded when trying to connect|^Cannot use a pool after|^Client .* is not queryable$/
  return lost.test(error.message) || isCut(error)
}

/** Another server of the same database may answer it: this one is away or has no room, cancelled it, only reads, or lacks a table as yet. */
export const isOfServer = (error: unknown): boolean =>
  isUnavailable(error) ||
  isRetryable(error) ||
  (error instanceof pg.DatabaseError && /^(53...|42P01|42703)$/.test(error.code ?? ''))

/** Constraints and indexes are named `<table>_<column>` with an ending by kind; a test holds the migrations to it. */
export function columnOf({ table = '', constraint = '' }: Pick<pg.DatabaseError, 'table' | 'constraint'>): string {
  const column = constraint.replace(`${table}_`, '').replace(/_(key|fkey|check|not_null)$/, '')
  const isEntity = Object.values(entities).some((entity) => entity.table === table)
  // Elsewhere it is a table of pairs, whose `rule_id` is one of the field's `rule_ids`.
  return isEntity ? column : column.replace(/_id$/, '_ids')
}
