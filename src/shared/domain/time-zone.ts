/** The clock on the wall of a site. Instants are epoch milliseconds. */
export interface SiteClock {
  /** Hour of the day, 0 to 23. */
  hourAt(at: number): number
  /** The first later instant at which the hour may be another one: the full hour, or a change of the clocks. */
  nextHourAt(at: number): number
  /** The calendar day, YYYY-MM-DD. */
  dayAt(at: number): string
  /** What the clock shows, as the epoch milliseconds at which a clock in UTC shows the same. */
  wallAt(at: number): number
}

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR
// Bounds memory when reports carry wild times.
const MOST_DAYS = 2000

/** The offsets of one UTC day: before and from `changesAt`, which is Infinity on all days but a few. */
interface Offsets {
  before: number
  after: number
  changesAt: number
}

const clocks = new Map<string, SiteClock>()

/** The clock of an IANA time zone; throws RangeError on an unknown one. Intl is asked once a day and zone, not once a reading. */
export function siteClock(zone: string): SiteClock {
  const known = clocks.get(zone)
  if (known) return known
  const clock = clockOf(offsetsOf(zone))
  clocks.set(zone, clock)
  return clock
}

function clockOf(offsets: (day: number) => Offsets): SiteClock {
  const localAt = (at: number) => {
    const { before, after, changesAt } = offsets(Math.floor(at / DAY))
    return at + (at < changesAt ? before : after)
  }
  const changeIn = (from: number, to: number) => {
    for (let day = Math.floor(from / DAY); day * DAY < to; day++) {
      const { changesAt } = offsets(day)
      if (changesAt > from && changesAt < to) return changesAt
    }
    return to
  }
  return {
    hourAt: (at) => Math.floor(modulo(localAt(at), DAY) / HOUR),
    nextHourAt: (at) => changeIn(at, at + HOUR - modulo(localAt(at), HOUR)),
    wallAt: localAt,
    dayAt: (at) => new Date(localAt(at)).toISOString().slice(0, 10),
  }
}

const modulo = (a: number, b: number) => ((a % b) + b) % b

function offsetsOf(zone: string): (day: number) => Offsets {
  const offsetAt = askIntl(zone)
  const known = new Map<number, Offsets>()
  return (day) => {
    const found = known.get(day)
    if (found) return found
    if (known.size >= MOST_DAYS) known.clear()
    const made = offsetsOfDay(day * DAY, offsetAt)
    known.set(day, made)
    return made
  }
}

/** No zone changes its clocks twice within a day, so the two ends tell whether to look between them. */
function offsetsOfDay(from: number, offsetAt: (at: number) => number): Offsets {
  const before = offsetAt(from)
  const after = offsetAt(from + DAY)
  if (before === after) return { before, after, changesAt: Number.POSITIVE_INFINITY }
  let unchanged = from
  let changed = from + DAY
  while (changed - unchanged > SECOND) {
    const middle = unchanged + Math.floor((changed - unchanged) / (2 * SECOND)) * SECOND
    if (offsetAt(middle) === before) unchanged = middle
    else changed = middle
  }
  return { before, after, changesAt: changed }
}

/** Milliseconds that local time is ahead of UTC, from the platform's own zone data. */
function askIntl(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / SECOND) * SECOND
  }
}

/**
 * When a clock shows this (as the epoch ms at which a clock in UTC shows the same): the first time, where it shows it twice;
 * null where it never does, because the clocks are put forward over it.
 */
export function instantAt(clock: SiteClock, wall: number): number | null {
  const [before, after] = aroundOf(clock, wall)
  const shown = [before, after].filter((at) => clock.wallAt(at) === wall)
  return shown.length ? Math.min(...shown) : null
}

/** The same; where the clocks are put forward over it, as much later as they are. A midnight that is left out is the day's first instant. */
export const instantFrom = (clock: SiteClock, wall: number): number =>
  instantAt(clock, wall) ?? Math.max(...aroundOf(clock, wall))

/** By the offset of the day before, and by that of the day after. */
const aroundOf = (clock: SiteClock, wall: number) =>
  [wall - DAY, wall + DAY].map((near) => wall - (clock.wallAt(near) - near)) as [number, number]
