import type { MaintenanceWork, Transfer } from '../../../shared/domain/intent.ts'
import type { Payload } from '../framing.ts'

/* Where a pile is to fetch a file from or bring one to: all versions call it alike. */

/** How often and after how long it tries again. */
export const triesOf = ({ retries, retry_seconds }: Transfer): Payload => ({
  ...(retries !== null && { retries }),
  ...(retry_seconds !== null && { retryInterval: retry_seconds }),
})

/** As a call that a person wrote has it. */
export const transferIn = ({ retries, retryInterval }: Payload, location: unknown): Transfer => ({
  location: String(location),
  retries: (retries as number | undefined) ?? null,
  retry_seconds: (retryInterval as number | undefined) ?? null,
})

/** When it may begin and how long it may be tried again; `times` as they are written, or not at all. */
export function workIn({ requestId, retries, retryInterval }: Payload, ...times: readonly unknown[]): MaintenanceWork {
  const retries_ms = Number(retries ?? 0) * Number(retryInterval ?? 0) * 1000
  return {
    // Plain ones of 1.6 have none; those of the security extension do (whitepaper, L01.FR.10).
    request: requestId as number | undefined,
    times: times.map((time) => Date.parse(String(time))).filter((at) => !Number.isNaN(at)),
    retries_ms: retries_ms > 0 ? retries_ms : 0,
  }
}
