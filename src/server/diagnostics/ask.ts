import { randomBytes, randomInt } from 'node:crypto'
import type { Payload } from '../../shared/commands/declare.ts'
import type { uploadDiagnostics } from '../../shared/commands/upload-diagnostics.ts'
import { isUploadAddress } from '../../shared/domain/diagnostics.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Context } from '../kit/context.ts'
import { wrongField } from '../kit/refusal.ts'
import { sha256 } from '../kit/sha256.ts'

/** A pile may wait for a session's end, and try again by itself. */
const HOURS = 24
const HOUR_MS = 3_600_000
const TRIES = { retries: 2, retry_seconds: 60 }
const LARGEST_REQUEST = 2 ** 31

type Said = Payload<typeof uploadDiagnostics>
type Asking = Extract<Intent, { ask: 'upload_diagnostics' | 'upload_log' }>

/** Makes an address that takes one file, unless one was given, and asks for that file. `written` belongs into the transaction that writes the command down. */
export function askDiagnostics(
  { pile_id, what, address }: Said & { pile_id: number },
  { db, origin, person }: Context,
  pileUrl: string | null,
): { intent: Asking; written: (command_id: number) => Promise<void> } {
  if (address && !isUploadAddress(address)) throw wrongField('address', 'diagnostics:bad_address')
  const token = address ? null : randomBytes(24).toString('base64url')
  // A folder (OCPP 1.6, 6.25): piles put the name of their file behind it.
  const location = address || `${pileUrl ?? origin}/diagnostics/${token}/`
  return {
    intent: intentOf(what, location),
    async written(command_id) {
      const expires_at = new Date(Date.now() + HOURS * HOUR_MS).toISOString()
      const to = { token_hash: token && sha256(token), elsewhere: address ? withoutUser(address) : null }
      await db
        .insertInto('diagnostics_upload')
        .values({ pile_id, command_id, what, asked_by: person.name, ...to, expires_at })
        .execute()
    },
  }
}

function intentOf(what: Said['what'], location: string): Asking {
  const transfer = { location, ...TRIES, times: [], retries_ms: TRIES.retries * TRIES.retry_seconds * 1000 }
  if (what === 'diagnostics') return { ask: 'upload_diagnostics', ...transfer, request: undefined }
  // By its number the pile tells of this log (whitepaper, N01.FR.07).
  return { ask: 'upload_log', ...transfer, request: randomInt(1, LARGEST_REQUEST), log: what }
}

/** As everyone who sees the upload may read it. */
function withoutUser(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
