import type { Caller, Outcome } from '../protocol.ts'

/** What a pile says that it is. */
interface Told {
  vendor: string | undefined
  model: string | undefined
  serial_number: string | undefined
  firmware_version: string | undefined
}

// What staff see and may edit holds 60 characters; the frame in the log has all of it.
export const kept = (text: string | undefined) => text?.trim().slice(0, 60) || undefined

/** It says again that it started after so long, if nobody tells it to before. */
const WAIT_SECONDS = 60

/**
 * A pile started. It is known by its address and password, so it is accepted (1.6: 4.2; 2.0.1: B01.FR.02), at once or, where it `mayWait`, when
 * it was asked what it has (2.0.1: B02).
 */
export async function boot(told: Told, { events, received_at }: Caller, mayWait = false): Promise<Outcome> {
  const facts = {
    vendor: kept(told.vendor) ?? '',
    model: kept(told.model) ?? '',
    serial_number: kept(told.serial_number),
    firmware_version: kept(told.firmware_version),
  }
  if (mayWait && (await events.mustWait(facts)))
    return {
      answer: { status: 'Pending', currentTime: new Date().toISOString(), interval: WAIT_SECONDS },
      sign: { shows: 'waiting' },
    }
  const interval = await events.booted(facts, received_at)
  return {
    answer: { status: 'Accepted', currentTime: new Date().toISOString(), interval },
    sign: { shows: 'boot', firmware_version: facts.firmware_version ?? null },
  }
}
