import type { Payload } from '../frame.ts'

/* What a transaction costs by a tariff of OCPP 2.1, counted by the pile itself (I12). */

/** Of the conditions a pile keeps to these (2.97). */
export const CONDITIONS: readonly string[] = ['startTimeOfDay', 'endTimeOfDay', 'minEnergy', 'minIdleTime']

interface Conditions {
  startTimeOfDay?: string
  endTimeOfDay?: string
  /** Wh. */
  minEnergy?: number
  /** Seconds. */
  minIdleTime?: number
}

interface Price {
  priceKwh?: number
  priceMinute?: number
  conditions?: Conditions
}

export interface Tariff {
  tariffId: string
  currency: string
  energy?: { prices: Price[] }
  idleTime?: { prices: Price[] }
}

/** What a meter's register showed (epoch ms, Wh). */
export interface Point {
  at: number
  wh: number
}

export interface Counted {
  /** In time's order, its beginning and its end among them. */
  points: readonly Point[]
  /** When no energy flowed (epoch ms). */
  idle: readonly { from: number; to: number }[]
}

interface Period {
  price: number | null
  from: number
  volume: number
}

interface Moment {
  at: number
  energy_wh: number
  idle_s: number
}

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const MILLIONTHS = 1_000_000

/** What a clock on the wall shows, in minutes of its day. */
export type WallClock = (at: number) => number

export function wallClock(zone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (at) => {
    const [hour = 0, minute = 0] = format.format(at).split(':').map(Number)
    return hour * 60 + minute
  }
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

function isInHours({ startTimeOfDay, endTimeOfDay }: Conditions, minute: number): boolean {
  const from = startTimeOfDay === undefined ? 0 : minutesOf(startTimeOfDay)
  // 00:00 is the end of the day.
  const to = (endTimeOfDay === undefined ? 0 : minutesOf(endTimeOfDay)) || 24 * 60
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** The first that fits is the one in use (I12.FR.34). */
function inUse(prices: readonly Price[], { at, energy_wh, idle_s }: Moment, clock: WallClock): number | null {
  const minute = clock(at)
  const index = prices.findIndex(
    ({ conditions = {} }) =>
      isInHours(conditions, minute) &&
      energy_wh >= (conditions.minEnergy ?? 0) &&
      idle_s >= (conditions.minIdleTime ?? 0),
  )
  return index < 0 ? null : index
}

/** Until when at most nothing changes by the clock: hours begin at its minutes, and it is put forward or back at quarters of an hour. */
const nextLook = (at: number, prices: readonly Price[], clock: WallClock): number => {
  const quarter = Math.floor(at / QUARTER) * QUARTER + QUARTER
  const minute = clock(at)
  const edges = prices.flatMap(({ conditions: { startTimeOfDay, endTimeOfDay } = {} }) =>
    [startTimeOfDay, endTimeOfDay].flatMap((text) => (text === undefined ? [] : [minutesOf(text)])),
  )
  const waits = edges.filter((edge) => edge > minute).map((edge) => edge - minute)
  const edge = Math.floor(at / MINUTE) * MINUTE + Math.min(...waits, 24 * 60) * MINUTE
  return Math.min(quarter, edge)
}

/** By the register, which is read in whole Wh whenever another price is in use. */
function energyPeriods(prices: readonly Price[], points: readonly Point[], clock: WallClock): Period[] {
  const [start] = points
  const periods: Period[] = []
  if (!start) return periods
  let told = 0
  const read = (wh: number) => {
    const whole = Math.round(wh - start.wh)
    const period = periods.at(-1)
    if (period) period.volume += whole - told
    told = whole
  }
  for (const [index, point] of points.entries()) {
    const before = points[index - 1] ?? point
    for (let at = before.at; at < point.at || index === 0; ) {
      const wh =
        point.at === before.at
          ? point.wh
          : before.wh + ((point.wh - before.wh) * (at - before.at)) / (point.at - before.at)
      const price = inUse(prices, { at, energy_wh: wh - start.wh, idle_s: 0 }, clock)
      if (periods.at(-1)?.price !== price) {
        read(wh)
        periods.push({ price, from: at, volume: 0 })
      }
      if (index === 0) break
      at = nextLook(at, prices, clock)
    }
    read(point.wh)
  }
  return periods
}

const energyAt = (points: readonly Point[], at: number) =>
  (points.findLast((point) => point.at <= at)?.wh ?? 0) - (points[0]?.wh ?? 0)

function idlePeriods(prices: readonly Price[], { points, idle }: Counted, clock: WallClock): Period[] {
  const waits = prices.map(({ conditions }) => (conditions?.minIdleTime ?? 0) * 1000)
  return idle.flatMap(({ from, to }) => {
    const periods: Period[] = []
    const energy_wh = energyAt(points, from)
    const seconds = (at: number) => Math.floor((at - from) / 1000)
    let counted = 0
    for (let at = from; at < to; ) {
      const price = inUse(prices, { at, energy_wh, idle_s: (at - from) / 1000 }, clock)
      if (periods.at(-1)?.price !== price) periods.push({ price, from: at, volume: 0 })
      const due = waits.map((wait) => from + wait).filter((edge) => edge > at)
      at = Math.min(nextLook(at, prices, clock), to, ...due)
      const period = periods.at(-1)
      if (period) period.volume += seconds(at) - counted
      counted = seconds(at)
    }
    return periods
  })
}

/** Of a period in whole cents, half up: the standard leaves open how a pile rounds. */
const centsOf = (volume: number, price: number, unit: number) => {
  const by = (unit * MILLIONTHS) / 100
  return Math.floor((2 * volume * Math.round(price * MILLIONTHS) + by) / (2 * by))
}

/** What it costs, as a pile tells it at the end of a transaction (2.30). */
export function costDetails(tariff: Tariff, counted: Counted, clock: WallClock): Payload {
  const {
    tariffId,
    currency,
    energy: { prices: kwh } = { prices: [] },
    idleTime: { prices: minutes } = { prices: [] },
  } = tariff
  const energy = energyPeriods(kwh, counted.points, clock)
  const idle = idlePeriods(minutes, counted, clock)
  const sum = (periods: readonly Period[], unit: number, priceOf: (index: number) => number) =>
    periods.reduce((all, { price, volume }) => all + (price === null ? 0 : centsOf(volume, priceOf(price), unit)), 0)
  const energy_cents = sum(energy, 1000, (index) => kwh[index]?.priceKwh ?? 0)
  const idle_cents = sum(idle, 60, (index) => minutes[index]?.priceMinute ?? 0)
  const amount = (cents: number) => ({ exclTax: cents / 100, inclTax: cents / 100 })
  const periodOf =
    (type: string) =>
    ({ from, volume }: Period) => ({
      ...{ tariffId, startPeriod: new Date(from).toISOString(), dimensions: [{ type, volume }] },
    })
  const [first, last] = [counted.points[0], counted.points.at(-1)]
  const used = energy.filter(({ volume }) => volume > 0).map(periodOf('Energy'))
  // Spelt so in the standard's schema.
  const waited = idle.filter(({ price }) => price !== null).map(periodOf('IdleTIme'))
  return {
    ...(used.length + waited.length > 0 && { chargingPeriods: [...used, ...waited] }),
    totalCost: {
      ...{ currency, typeOfCost: 'NormalCost', energy: amount(energy_cents) },
      ...(minutes.length > 0 && { idleTime: amount(idle_cents) }),
      total: amount(energy_cents + idle_cents),
    },
    totalUsage: {
      energy: Math.round((last?.wh ?? 0) - (first?.wh ?? 0)),
      chargingTime: Math.floor(((last?.at ?? 0) - (first?.at ?? 0)) / 1000),
      idleTime: counted.idle.reduce((all, { from, to }) => all + Math.floor((to - from) / 1000), 0),
    },
  }
}
