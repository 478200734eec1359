import { isSameEvse } from '../gun-number.ts'
import { limitingAt, type OutsideLimit, type OutsideSchedule, spanOfSchedule } from './outside-limit.ts'
import { type ChargingProfile, type Installed, PHASE_V, type Purpose, RECURS_S, type Unit } from './profile.ts'

export interface Asked {
  /** 0 asks for what the whole pile may draw. */
  connector_number: number
  /** Epoch ms; `to` is exclusive. */
  from: number
  to: number
  /** Phases that the connector can use. */
  phases: number
  unit: Unit
  /** Volts of a phase. */
  voltage?: number
  /** What the connector can give at most, whatever profiles say. */
  rated_w?: number | null
  /** Since when a session runs (epoch ms); without one no session's profile counts. */
  transaction_since?: number | null
  /** The session charges with priority. */
  priority?: boolean
  /** What other systems limit the pile to. */
  outside?: readonly OutsideLimit[]
}

/** From an instant on, until the next step, this is what a connector may draw. */
export interface Step<I extends Installed = Installed> {
  at: number
  /** In the unit asked for, to a tenth; null where nothing limits. */
  limit: number | null
  /** The phases that the limit is for. */
  phases: number
  /** The profile that decides; `rated` is the plate, `outside` another system. */
  by: I | 'rated' | 'outside' | null
  /** The profile of the session or its default that holds, decisive or not. */
  rule: I | null
  /** The pile's own limit that holds, decisive or not. */
  cap: I | null
}

interface Piece {
  from: number
  to: number
  limit: number
  phases: number | null
}

/** The pieces of time in which one profile says something, and how far they are read. */
interface Lane<I> {
  of: I
  unit: Unit
  pieces: Piece[]
  at: number
}

/** The piece that counts at a moment. */
interface Ruling<I> {
  lane: Lane<I>
  piece: Piece
}

interface Limit<I> {
  by: I | 'rated' | 'outside'
  rate: number
  unit: Unit
  phases: number
}

/**
 * The limit that results on a connector when all profiles hold at once (OCPP 1.6, 3.13.2 and 3.13.3). Within a purpose the highest
 * stack level that says something at the moment rules, a connector's own before the whole pile's of the same level; a
 * session's profile rules over the default, and that of priority over both while the session charges with it (OCPP 2.1, K21.FR.04); the
 * pile's limit caps what results, and so does each limit from outside (OCPP 2.1, K01, situations 1 and 2).
 */
export function compositeSchedule<I extends Installed>(installed: readonly I[], asked: Asked): Step<I>[] {
  const own = asked.connector_number > 0
  const runs = own && asked.transaction_since != null
  const priority = runs && asked.priority ? lanesOf(installed, 'priority', asked) : []
  const session = runs ? lanesOf(installed, 'session', asked) : []
  const rules = own ? [...priority, ...session, ...lanesOf(installed, 'session_default', asked)] : []
  const caps = lanesOf(installed, 'pile_max', asked)
  const outer = outsideLanes(asked)
  const steps: Step<I>[] = []
  let last: readonly (Ruling<I> | Ruling<'outside'> | null)[] = []
  for (const at of boundariesOf([...rules, ...caps, ...outer], asked)) {
    const [rule, cap] = [ruling(rules, at), ruling(caps, at)]
    const outside = outer.map((lane) => ruling([lane], at))
    const now = [rule, cap, ...outside]
    // Most edges are of profiles that others outrank.
    if (steps.length > 0 && now.every((one, index) => one?.piece === last[index]?.piece)) continue
    last = now
    const beyond = outside.flatMap((one) => limitOf(one, asked) ?? [])
    const step = stepAt<I>(at, [limitOf(rule, asked), limitOf(cap, asked)], beyond, asked)
    if (!isSame(step, steps.at(-1))) steps.push(step)
  }
  return steps
}

function lanesOf<I extends Installed>(installed: readonly I[], purpose: Purpose, asked: Asked): Lane<I>[] {
  const here = installed.filter(
    ({ connector_number: place, profile }) =>
      profile.charging_profile_purpose === purpose &&
      (place === 0 || (asked.connector_number > 0 && isSameEvse(place, asked.connector_number))),
  )
  const first = (a: I, b: I) =>
    b.profile.stack_level - a.profile.stack_level || Number(b.connector_number > 0) - Number(a.connector_number > 0)
  return here.sort(first).map((of) => {
    return { of, unit: of.profile.charging_rate_unit, pieces: piecesOf(of, asked), at: 0 }
  })
}

/** When a profile says something within the window, in time's order. */
function piecesOf({ profile, confirmed_at }: Installed, { from, to, transaction_since }: Asked): Piece[] {
  const begin = Math.max(from, profile.valid_from ? Date.parse(profile.valid_from) : from)
  const end = Math.min(to, profile.valid_to ? Date.parse(profile.valid_to) : to)
  const start = isDynamic(profile) ? takenAt(confirmed_at, from) : startOf(profile, from, transaction_since ?? null)
  if (start === null || begin >= end) return []
  const lasts = profile.duration === null ? Number.POSITIVE_INFINITY : profile.duration * 1000
  const pieces: Piece[] = []
  if (profile.charging_profile_kind !== 'recurring') addRun(pieces, profile, [start, start + lasts], [begin, end])
  else {
    const every = RECURS_S[profile.recurrency_kind ?? 'daily'] * 1000
    for (let run = start + Math.floor((begin - start) / every) * every; run < end; run += every)
      addRun(pieces, profile, [run, run + Math.min(lasts, every)], [begin, end])
  }
  return pieces
}

const isDynamic = ({ charging_profile_kind: kind }: ChargingProfile) => kind === 'dynamic'

/** It counts from when the pile took its limit last (OCPP 2.1, K28.FR.02, K28.FR.13 and K28.FR.14). */
const takenAt = (confirmed_at: string | undefined, from: number) => (confirmed_at ? Date.parse(confirmed_at) : from)

/** From when a schedule counts; null where that is a session's start and none runs (OCPP 1.6, 7.13). */
function startOf({ charging_profile_kind, start_schedule }: ChargingProfile, from: number, since: number | null) {
  if (charging_profile_kind === 'relative') return since ?? from
  return start_schedule ? Date.parse(start_schedule) : since
}

type Span = readonly [number, number]

/** Each schedule from outside by itself: all of them hold. */
function outsideLanes({ outside = [], connector_number, from, to }: Asked): Lane<'outside'>[] {
  return limitingAt(outside, connector_number).flatMap((limit) =>
    limit.schedules.map((schedule) => {
      const { start, end } = spanOfSchedule(schedule, limit)
      const pieces: Piece[] = []
      addRun(pieces, schedule, [start, end], [from, to])
      return { of: 'outside' as const, unit: schedule.charging_rate_unit, pieces, at: 0 }
    }),
  )
}

/** One run of a schedule: the last period lasts to its end, what lies behind the end is not executed (OCPP 1.6, 5.16.4). */
function addRun(
  pieces: Piece[],
  { periods }: Pick<OutsideSchedule, 'periods'>,
  [start, end]: Span,
  [least, most]: Span,
) {
  for (let index = 0; index < periods.length; index++) {
    const period = periods[index]
    if (!period) continue
    const next = periods[index + 1]
    const from = Math.max(least, start + period.start * 1000)
    const to = Math.min(most, end, next ? start + next.start * 1000 : end)
    const { limit, phases } = period
    if (from < to && limit !== null) pieces.push({ from, to, limit, phases })
  }
}

/** The instants at which the limit may change. */
function boundariesOf(lanes: readonly Lane<unknown>[], { from, to }: Asked): number[] {
  const edges = new Set([from])
  for (const { pieces } of lanes)
    for (const piece of pieces) {
      edges.add(piece.from)
      if (piece.to < to) edges.add(piece.to)
    }
  return [...edges].sort((a, b) => a - b)
}

function ruling<I>(lanes: readonly Lane<I>[], at: number): Ruling<I> | null {
  for (const lane of lanes) {
    let piece = lane.pieces[lane.at]
    while (piece && piece.to <= at) piece = lane.pieces[++lane.at]
    if (piece && piece.from <= at) return { lane, piece }
  }
  return null
}

function limitOf<By>(ruling: Ruling<By> | null, asked: Asked): (Omit<Limit<never>, 'by'> & { by: By }) | null {
  if (!ruling) return null
  const { lane, piece } = ruling
  // More phases than there are: the limit holds for those that there are (OCPP 1.6, errata 3.34).
  const phases = Math.min(piece.phases ?? 3, asked.phases)
  return { by: lane.of, rate: piece.limit, unit: lane.unit, phases }
}

function stepAt<I extends Installed>(
  at: number,
  [rule, cap]: readonly [Limit<I> | null, Limit<I> | null],
  outside: readonly Limit<I>[],
  asked: Asked,
): Step<I> {
  const { unit, voltage = PHASE_V, rated_w } = asked
  const limits = [rule, cap, ...outside].filter((limit) => limit !== null)
  const phases = Math.min(asked.phases, ...limits.map((limit) => limit.phases))
  // Amperes bind each phase, watts the sum of those that are used.
  const amperes = (limit: Limit<I>) => (limit.unit === 'A' ? limit.rate : limit.rate / (voltage * phases))
  if (rated_w != null) limits.push({ by: 'rated', rate: rated_w, unit: 'W', phases })
  const least = limits.reduce<Limit<I> | null>((a, b) => (a && amperes(a) <= amperes(b) ? a : b), null)
  const limit = least && (least.unit === unit ? least.rate : amperes(least) * (unit === 'A' ? 1 : voltage * phases))
  const ofProfile = (one: Limit<I> | null) => (one && one.by !== 'rated' && one.by !== 'outside' ? one.by : null)
  return {
    at,
    limit: limit === null ? null : Math.round(limit * 10) / 10,
    phases,
    by: least?.by ?? null,
    rule: ofProfile(rule),
    cap: ofProfile(cap),
  }
}

const isSame = <I extends Installed>(a: Step<I>, b: Step<I> | undefined) =>
  b !== undefined &&
  a.limit === b.limit &&
  a.phases === b.phases &&
  a.by === b.by &&
  a.rule === b.rule &&
  a.cap === b.cap
