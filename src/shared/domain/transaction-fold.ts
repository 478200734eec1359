import type { PileCost } from './pile-cost.ts'

/**
 * What a transaction that its pile reports in numbered events comes to. Pure: the same events in whatever order they arrived, once or
 * again, come to the same.
 */

/** Where energy is in a transaction (2.0.1, ChargingStateEnumType). */
export type ChargingState = 'connected' | 'charging' | 'held_by_vehicle' | 'held_by_pile' | 'idle'

export interface FoldedReading {
  at: number
  energy_wh: number | null
}

export interface NumberedEvent<R extends FoldedReading = FoldedReading> {
  seq_no: number
  kind: 'started' | 'updated' | 'ended'
  /** By the pile's clock and by ours, epoch milliseconds. */
  at: number
  received_at: number
  /** The gun; it is said once or more often. */
  connector_number: number | null
  card_number: string | null
  /** Whether we accepted the card; null where it is not known yet, or none was shown. */
  accepted: boolean | null
  charging: ChargingState | null
  /** Why it ended. */
  reason: string | null
  /** The number of the command that asked for it. */
  remote_start: number | null
  reservation_id: number | null
  message_id: string | null
  /** Of an end: what the pile reckoned that it costs. */
  cost?: PileCost
  /** The payment at the pile's terminal that it runs on. */
  terminal?: string
  readings: readonly R[]
}

export interface FoldedTransaction<E extends NumberedEvent = NumberedEvent> {
  /** Null until the event of its start and its gun are known. */
  begun: { event: E; connector_number: number } | null
  /** The gun, as far as any event says it. */
  connector_number: number | null
  /** Where the register stood when it began; null until any event says. */
  start_wh: number | null
  /** The first that was accepted, else the first that was shown. */
  card: E | null
  remote_start: number | null
  reservation_id: number | null
  terminal: string | null
  ended: {
    event: E
    wh: number | null
    /** The car was gone. */
    isCableOut: boolean
    /** Energy flowed, or may have, and no two figures of the register say how much. */
    isUnmeasured: boolean
  } | null
  /** When energy flowed last, where the transaction went on after that. */
  charge_ended_at: number | null
  /** As the latest event says. */
  charging: ChargingState | null
  /** Energy ever flowed. */
  hasCharged: boolean
  /** Events that must be between the known ones, or before them. */
  missing: number
  /** The highest number. */
  highest: number
}

const CABLE_OUT = 'EVDisconnected'

/** `events` in whatever order, one a number. */
export function foldTransaction<E extends NumberedEvent>(events: readonly E[]): FoldedTransaction<E> {
  const inOrder = events.toSorted((a, b) => a.seq_no - b.seq_no)
  const started = inOrder.find(({ kind }) => kind === 'started')
  const known = started ? inOrder.filter(({ seq_no }) => seq_no >= started.seq_no) : inOrder
  const connector_number = first(known, (event) => event.connector_number)
  const highest = known.at(-1)?.seq_no ?? 0
  const lowest = known[0]?.seq_no ?? 0
  const ended = known.findLast(({ kind }) => kind === 'ended')
  return {
    begun: started && connector_number !== null ? { event: started, connector_number } : null,
    connector_number,
    start_wh: first(known, ({ readings }) => registers(readings)[0] ?? null),
    card: cardOf(known),
    remote_start: first(known, (event) => event.remote_start),
    reservation_id: first(known, (event) => event.reservation_id),
    terminal: first(known, (event) => event.terminal ?? null),
    ended: ended ? endOf(ended, known) : null,
    charge_ended_at: chargeEnd(known),
    charging: lastState(known),
    hasCharged: known.some(({ charging }) => charging === 'charging'),
    missing: highest - lowest + 1 - known.length + (started ? 0 : 1),
    highest,
  }
}

function first<E, T>(events: readonly E[], read: (event: E) => T | null): T | null {
  for (const event of events) {
    const value = read(event)
    if (value !== null) return value
  }
  return null
}

/** Figures of the register, in time's order. */
const registers = (readings: readonly FoldedReading[]): number[] =>
  readings
    .filter(({ energy_wh }) => energy_wh !== null)
    .toSorted((a, b) => a.at - b.at)
    .map(({ energy_wh }) => energy_wh as number)

/** One that is not judged yet may be the one. */
function cardOf<E extends NumberedEvent>(events: readonly E[]): E | null {
  const shown = events.filter(({ card_number }) => card_number !== null)
  return shown.find(({ accepted }) => accepted !== false) ?? shown[0] ?? null
}

function endOf<E extends NumberedEvent>(event: E, events: readonly E[]): FoldedTransaction<E>['ended'] {
  const said = events.findLast(({ readings }) => registers(readings).length > 0)
  const isCableOut = event.reason === CABLE_OUT || event.charging === 'idle'
  const isUnmeasured = mayHaveCharged(event, events) && momentsMeasured(events) < 2
  return { event, wh: (said && registers(said.readings).at(-1)) ?? null, isCableOut, isUnmeasured }
}

/** Ends of what never got so far. */
const NEVER_CHARGED: ReadonlySet<string | null> = new Set(['Timeout', 'DeAuthorized'])

/** Of a pile that never says where energy is nobody knows that none flowed. */
const mayHaveCharged = (end: NumberedEvent, events: readonly NumberedEvent[]): boolean =>
  events.some(({ charging }) => charging === 'charging') ||
  (events.every(({ charging }) => charging === null) && !NEVER_CHARGED.has(end.reason))

/** Of each event by itself: a clock that stands still makes them all alike. */
const momentsMeasured = (events: readonly NumberedEvent[]): number =>
  events.reduce((sum, { readings }) => {
    const told = readings.filter(({ energy_wh }) => energy_wh !== null)
    return sum + new Set(told.map(({ at }) => at)).size
  }, 0)

const lastState = (events: readonly NumberedEvent[]): ChargingState | null =>
  events.findLast(({ charging }) => charging !== null)?.charging ?? null

/**
 * A car that is full, or that is connected only, has ended charging unless it charges again. A pile that holds it up has not. Before
 * it ever charged, to be connected says nothing.
 */
function chargeEnd(events: readonly NumberedEvent[]): number | null {
  let ended_at: number | null = null
  let hasCharged = false
  for (const { charging, at } of events) {
    if (charging === 'charging') {
      hasCharged = true
      ended_at = null
    } else if (charging === 'held_by_vehicle') ended_at ??= at
    else if (hasCharged && (charging === 'connected' || charging === 'idle')) ended_at ??= at
  }
  return ended_at
}

/** An event with its transaction's name. */
type NamedEvent = Omit<NumberedEvent, 'accepted'> & { transaction_id: string }

/** What of an event is kept beside its number, kind and times, as JSON; with what its pile was told of its card. */
export function restOf(
  { transaction_id: _id, seq_no: _no, kind: _kind, at: _at, received_at: _received, ...rest }: NamedEvent,
  status: string | null,
): string {
  return JSON.stringify({ ...rest, status })
}

/** An event that only goes on: it begins nothing, shows no card and ends nothing. */
type GoingOn = Pick<NamedEvent, 'connector_number' | 'charging' | 'reason' | 'reservation_id' | 'readings'>

/**
 * The same of an event that only goes on, whose readings are rows of their own in the same commit: what the fold asks of it and no more.
 * Every name is there, as in `restOf`: a server of the version before reads them as well.
 */
export function restOfGoingOn({ connector_number, charging, reason, reservation_id, readings }: GoingOn): string {
  const registers = readings.map(({ at, energy_wh }) => ({ at, energy_wh }))
  const none = { card_number: null, remote_start: null, status: null }
  return JSON.stringify({ connector_number, charging, reason, reservation_id, readings: registers, ...none })
}
