import { CLOCK_TOLERANCE_MS, checkClock, WH_TOLERANCE } from './meter-checks.ts'

/** An order that a start may repeat. Instants are epoch ms. */
export interface EarlierOrder {
  /** It runs: neither its pile nor we have ended it. */
  open: boolean
  /** Its pile reported its end, and so has known its transaction. */
  stopped: boolean
  /** Its pile has used the transaction's number in a report. */
  named: boolean
  /** The unique id of the message that began it. */
  message_id: string | null
  started_at: number
  received_at: number
  ended_at: number | null
  stop_received_at: number | null
  meter_start_wh: number
  /** The register as it was heard last. */
  meter_wh: number
  /** When it was heard of last, by our clock. */
  heard_at: number
}

export interface ReportedStart {
  message_id: string | null
  at: number
  received_at: number
  meter_start_wh: number
}

/** What tells that an order's use of the connector may be over though no stop came. */
export interface Since {
  /** When the pile booted last, by our clock. */
  booted_at: number | null
  /** Its connector was reported without a session since the order was heard of last. */
  idle: boolean
}

// Piles that count their messages from each boot on use short ids over and over; a longer one is nobody else's.
const UNIQUE_LENGTH = 16
/** A start that comes with another time than the one before is the same one only within this. */
const REPEATED_WITHIN_MS = 15 * 60_000

/** A report that came as it happened, as far as its time tells. */
export const isLive = (at: number, received_at: number) => Math.abs(at - received_at) <= CLOCK_TOLERANCE_MS

/**
 * When something happened, as well as can be known: by our clock where the report came as it happened or its pile's clock is
 * not believed, by the pile's where the report was kept.
 */
export const instantOf = (at: number, received_at: number) =>
  checkClock(at, received_at) || isLive(at, received_at) ? received_at : at

/** The order's connector was given up: its pile started anew, or said that nothing runs there. */
export const isOver = ({ heard_at }: Pick<EarlierOrder, 'heard_at'>, { booted_at, idle }: Since) =>
  idle || (booted_at !== null && booted_at > heard_at)

/**
 * Is a start that says exactly what an earlier one of its connector said (card, time, meter) that one, repeated? Two
 * sessions are the same only if it cannot be otherwise: a clock that stands still, or begins anew with each boot, says the
 * same of all. A pile that used its transaction's number has had our answer, and has no reason to ask again.
 */
export function isRepeated(order: EarlierOrder, start: ReportedStart, since: Since): boolean {
  if (isSameMessage(order, start)) return true
  if (order.stopped) return clockRan(order) && !bootedAfter(order.stop_received_at, since)
  if (!order.open) return isLive(order.started_at, order.received_at) && !order.named
  if (!isOver(order, since))
    return !isAnew(order, start) || (!order.named && !checkClock(order.started_at, order.received_at))
  if (order.named || checkClock(order.started_at, order.received_at)) return false
  return isLive(order.started_at, order.received_at) || order.meter_wh === order.meter_start_wh
}

/**
 * The same card starts once more, with another time, where its order runs: the same start, made anew by a pile that has no
 * answer, as long as the register is the one that the order began with and nothing says that the order is over.
 */
export function isRestamped(order: EarlierOrder, start: ReportedStart, since: Since): boolean {
  if (!order.open) return false
  if (isSameMessage(order, start)) return true
  const isSameRegister = Math.abs(order.meter_start_wh - start.meter_start_wh) <= WH_TOLERANCE
  if (!isSameRegister || isAnew(order, start)) return false
  return !isOver(order, since) && start.received_at - order.heard_at <= REPEATED_WITHIN_MS
}

/** A meter that counts each session from 0 begins once more, though this order has begun. Any other register goes back for nobody. */
const isAnew = ({ named, meter_start_wh, meter_wh }: EarlierOrder, start: ReportedStart) =>
  start.meter_start_wh <= WH_TOLERANCE && (named || meter_wh > meter_start_wh + WH_TOLERANCE)

const isSameMessage = ({ message_id }: EarlierOrder, start: ReportedStart) =>
  message_id !== null && message_id.length >= UNIQUE_LENGTH && message_id === start.message_id

/** The pile's clock was right when the order began and when it ended, and moved on meanwhile. */
const clockRan = ({ started_at, received_at, ended_at, stop_received_at }: EarlierOrder) =>
  ended_at !== null &&
  stop_received_at !== null &&
  ended_at > started_at &&
  isLive(started_at, received_at) &&
  isLive(ended_at, stop_received_at)

const bootedAfter = (at: number | null, { booted_at }: Since) => at !== null && booted_at !== null && booted_at > at
