import { createHash, randomBytes } from 'node:crypto'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Context } from '../kit/context.ts'

/** A pile may wait for a session's end, and try again by itself. */
const HOURS = 24
const HOUR_MS = 3_600_000
const TRIES = { retries: 2, retry_seconds: 60 }

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Asking = Extract<Intent, { ask: 'upload_diagnostics' }>

/** Makes an address that takes one file, and asks for that file. `written` belongs into the transaction that writes the command down. */
export function askDiagnostics(
  pile_id: number,
  { db, origin, person }: Context,
  publicUrl: string | null,
): { intent: Asking; written: (command_id: number) => Promise<void> } {
  const token = randomBytes(24).toString('base64url')
  // A folder (OCPP 1.6, 6.25): piles put the name of their file behind it.
  const location = `${publicUrl ?? origin}/diagnostics/${token}/`
  const times = { request: undefined, times: [], retries_ms: TRIES.retries * TRIES.retry_seconds * 1000 }
  return {
    intent: { ask: 'upload_diagnostics', location, ...TRIES, ...times },
    async written(command_id) {
      const expires_at = new Date(Date.now() + HOURS * HOUR_MS).toISOString()
      const upload = { pile_id, command_id, asked_by: person.name, token_hash: hashOf(token), expires_at }
      await db.insertInto('diagnostics_upload').values(upload).execute()
    },
  }
}
