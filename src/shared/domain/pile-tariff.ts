import { HOURS_OF_DAY, type Hours } from './coverage.ts'
import { siteClock } from './time-zone.ts'

/* What a pile that reckons by itself is told of its site's prices, so that it shows what will be billed. */

/** The money that all amounts of the console are in (ISO 4217). */
export const CURRENCY = 'CNY'

/** The prices of some hours of the day: a kWh with its service, and an hour with the cable in that is not free. Cents. */
export interface TariffBand extends Hours {
  energy_fee: number
  occupation_fee: number
}

export interface PileTariff {
  /** Each hour of the day is in one of them; the first of the day comes first. */
  bands: readonly TariffBand[]
  /** For so long a cable may stay in after charging for nothing. 0 where that never costs anything. */
  free_minutes: number
}

/** Why no tariff comes to what we bill. */
export type NoTariff = 'no_price' | 'free_minutes_differ' | 'occupation_fee_uneven'

export interface PricedHours extends Hours {
  electricity_fee: number
  service_fee: number
  occupation_fee: number
  free_minutes: number
}

/**
 * The tariff of a site's rules, which leave no hour out and price none twice. It has a band for each rule, and none for two together: what
 * is drawn under each rule is a line of the bill, rounded by itself.
 *
 * Two things of ours no tariff says, and then there is none: another free time in some hours (ours is that of the hour in which charging
 * ended, a tariff asks in every hour anew), and an occupation fee whose minute has no price that comes to the same cents.
 */
export function pileTariffOf(rules: readonly PricedHours[]): { tariff: PileTariff } | { why: NoTariff } {
  const [first, ...others] = rules
  if (!first) return { why: 'no_price' }
  const costs = rules.some(({ occupation_fee }) => occupation_fee > 0)
  if (costs && others.some(({ free_minutes }) => free_minutes !== first.free_minutes))
    return { why: 'free_minutes_differ' }
  if (rules.some(({ occupation_fee }) => sameCentsFor_s(occupation_fee) < LONGEST_STAY_S))
    return { why: 'occupation_fee_uneven' }
  const bands = rules.map(({ electricity_fee, service_fee, occupation_fee, ...hours }) => ({
    ...hoursOf(hours),
    ...{ energy_fee: electricity_fee + service_fee, occupation_fee },
  }))
  bands.sort((a, b) => a.start_hour - b.start_hour)
  return { tariff: { bands, free_minutes: costs ? first.free_minutes : 0 } }
}

/** The whole day begins at midnight, whatever hour was written. */
const hoursOf = ({ start_hour, end_hour }: Hours): Hours =>
  (end_hour - start_hour) % HOURS_OF_DAY === 0
    ? { start_hour: 0, end_hour: 0 }
    : { start_hour, end_hour: end_hour % HOURS_OF_DAY }

/** What a pile can say of itself about tariffs; null where it did not. */
export interface TariffTakes {
  /** It knows tariffs at all. */
  available: boolean | null
  enabled: boolean | null
  /** It reckons what sessions cost. */
  reckons: boolean | null
  conditions: boolean | null
  most_elements: number | null
  currency: string | null
  time_zone: string | null
}

/** Why a pile cannot be given a tariff that there is. */
export type NotTaken = 'switched_off' | 'no_conditions' | 'too_many_bands' | 'other_currency' | 'other_time_zone'

/** What keeps a pile from a tariff by what it says of itself; null where nothing does. `time_zone`: its site's. */
export function obstacleTo(tariff: PileTariff, takes: TariffTakes, { time_zone, at }: Clocked): NotTaken | null {
  const { bands } = tariff
  if (takes.enabled === false) return 'switched_off'
  if (takes.conditions === false && hasConditions(tariff)) return 'no_conditions'
  if (takes.most_elements !== null && bands.length > takes.most_elements) return 'too_many_bands'
  if (takes.currency && takes.currency.toUpperCase() !== CURRENCY) return 'other_currency'
  const zone = takes.time_zone
  return bands.length > 1 && zone && !showSameTime([zone, time_zone], at) ? 'other_time_zone' : null
}

interface Clocked {
  time_zone: string
  /** Epoch ms. */
  at: number
}

/** One band, the whole day, and a cable that may stay in for nothing, is a price and no more. */
const hasConditions = ({ bands }: PileTariff) => bands.length > 1 || bands.some((band) => band.occupation_fee > 0)

const HALF_A_YEAR_MS = 182 * 86_400_000

/** Now and half a year later, when the clocks of one may have changed. A zone that nobody knows is no other one. */
function showSameTime([theirs, ours]: readonly [string, string], at: number): boolean {
  try {
    const [their, our] = [siteClock(theirs), siteClock(ours)]
    return [at, at + HALF_A_YEAR_MS].every((moment) => their.wallAt(moment) === our.wallAt(moment))
  } catch {
    return true
  }
}

const MILLIONTHS = 1_000_000
const MINUTES_OF_FEE = 60 * 100
/** A cable seldom stays in one band for longer. */
const LONGEST_STAY_S = 3 * 3600

/** An hourly fee in millionths of the money a minute: no price has more decimals (OCPP 2.1, part 2, 3.1). Rounded up, for what is half a cent has to stay it. */
export const minuteMillionths = (fee: number) => Math.ceil((fee * MILLIONTHS) / MINUTES_OF_FEE)

/** The hourly fee of such a price; null where it is none's. */
export function hourlyFeeOf(millionths: number): number | null {
  const fee = Math.floor((millionths * MINUTES_OF_FEE) / MILLIONTHS)
  return minuteMillionths(fee) === millionths ? fee : null
}

/**
 * For how many seconds in a row an hourly fee and its price a minute come to the same cents: until what was rounded up adds up to the step
 * from the largest amount below half a cent.
 */
export function sameCentsFor_s(fee: number): number {
  const excess = minuteMillionths(fee) - (fee * MILLIONTHS) / MINUTES_OF_FEE
  if (fee === 0 || excess < 1e-9) return Number.POSITIVE_INFINITY
  const parts = 3600 / greatestCommon(fee, 3600)
  const step = parts % 2 === 0 ? 1 / parts : 1 / (2 * parts)
  return Math.floor((step * 60 * MILLIONTHS) / 100 / excess)
}

const greatestCommon = (a: number, b: number): number => (b === 0 ? a : greatestCommon(b, a % b))

/** How a pile stands to the tariff of its site: see `pileTariff` in the endpoints. */
export const TARIFF_STATES = ['waiting', 'given', 'refused', 'none', 'not_supported', 'cleared', 'by_hand'] as const
export type TariffState = (typeof TARIFF_STATES)[number]

/** Sent again, a tariff has its name with a number behind it: a pile takes none under a name that it knows (I07.FR.04). */
const AGAIN = '.'

/** The name of what a tariff says, whichever time it is sent. */
export const nameOfId = (id: string): string => id.split(AGAIN)[0] ?? id
export const idAgain = (name: string, at: number): string => `${name}${AGAIN}${Math.floor(at / 1000).toString(36)}`
