import type { KeptLimits, SpendingLimit } from '../ocpp/ports.ts'
import type { Accounts } from './accounts.ts'
import type { OpenSession } from './open-session.ts'

/** A pile that keeps to its limit gets this long to stop at it. */
const HOLDING_MS = 30_000
/** What is held at its limit waits this long for its customer to pay in. */
const PAYING_IN_MS = 10 * 60_000
/** A limit in Wh moves with each rounded cent; a pile is told of what matters. */
const WORTH_TELLING_WH = 100

/**
 * What a session may cost: what it costs already and what is left of its customer's balance beside all else that is not settled. A pile that
 * can stops at it by itself; any other is asked to. Null where no balance pays, or its pile keeps to no such limit.
 */
export function limitOf(accounts: Accounts, session: OpenSession, { cost, energy }: KeptLimits): SpendingLimit | null {
  const left = leftOf(accounts, session)
  if (left === null) return null
  const drawn = energy ? session.energyFor(left) : null
  if (!cost && drawn === null) return null
  return { cents: cost ? session.cents + left : null, energy_wh: drawn === null ? null : session.energy_wh + drawn }
}

/** Null where no balance pays. */
const leftOf = (accounts: Accounts, session: OpenSession): number | null =>
  session.abnormal ? null : accounts.left(session.facts.customer_id)

export const isTold = (told: SpendingLimit | null, limit: SpendingLimit): boolean =>
  told !== null && told.cents === limit.cents && Math.abs(orMost(told) - orMost(limit)) < WORTH_TELLING_WH

const orMost = ({ energy_wh }: SpendingLimit) => energy_wh ?? Number.MAX_SAFE_INTEGER

/** A pile that keeps to its limit may hold a little before it: no meter stops at a cent. */
function isNear(session: OpenSession, left: number): boolean {
  const drawn = session.keepsLimit ? session.energyFor(left) : null
  return drawn !== null && drawn < WORTH_TELLING_WH
}

/** What has used up its balance is to be stopped, unless its pile keeps to its limit by itself. */
export function isToStop(accounts: Accounts, session: OpenSession, now: number): boolean {
  const left = leftOf(accounts, session)
  if (left === null || (left > 0 && !isNear(session, left))) {
    session.used_up = null
    return false
  }
  const used = session.used_up ?? { at: now, wh: session.energy_wh, flowed_at: now }
  session.used_up = used
  // Near the limit it may still draw: its time at the limit begins when nothing flows.
  if (session.energy_wh > used.wh)
    Object.assign(used, { wh: session.energy_wh, flowed_at: now, ...(left > 0 && { at: now }) })
  const holds = session.keepsLimit && used.flowed_at - used.at < HOLDING_MS
  return !holds || now - used.at >= PAYING_IN_MS
}
