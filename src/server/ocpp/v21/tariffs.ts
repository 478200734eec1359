import { coverage, covers, HOURS_OF_DAY, type Hours, isComplete } from '../../../shared/domain/coverage.ts'
import type { GivenTariff, Intent } from '../../../shared/domain/intent.ts'
import { hourlyFeeOf, minuteMillionths, type TariffBand } from '../../../shared/domain/pile-tariff.ts'
import { replyBy } from '../every-version/answers.ts'
import type { Payload } from '../framing.ts'
import type { HeldTariff } from '../ports.ts'
import type { OurCall, Reply, ReplyMeaning } from '../protocol.ts'
import { evseIdOf } from '../v201/charging-profiles.ts'
import type { Say } from '../v201/intents.ts'
import { gunIn } from '../v201/places.ts'

const CENTS = 100
const MILLIONTHS = 1_000_000

/**
 * A tariff in the words of 2.1 (2.104). The last band has no hours: it holds where no other does, as the standard recommends (I, 1.2.3).
 * Our prices have no tax of their own, so no rate stands beside them.
 */
export function tariffPayload({ id: tariffId, currency, bands, free_minutes }: GivenTariff): Payload {
  const costly = bands.filter(({ occupation_fee }) => occupation_fee > 0)
  return {
    ...{ tariffId, currency },
    energy: {
      prices: bands.map((band, at) => ({
        priceKwh: band.energy_fee / CENTS,
        ...(at < bands.length - 1 && { conditions: hoursOf(band) }),
      })),
    },
    ...(costly.length > 0 && { idleTime: { prices: costly.map((band) => idlePrice(band, free_minutes)) } }),
  }
}

/** Before a car has drawn anything it does not wait at its place, whatever a pile calls idle (I12.FR.11). */
const idlePrice = (band: TariffBand, free_minutes: number) => ({
  priceMinute: minuteMillionths(band.occupation_fee) / MILLIONTHS,
  conditions: { ...hoursOf(band), minEnergy: 1, ...(free_minutes > 0 && { minIdleTime: free_minutes * 60 }) },
})

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** By the clock where the pile stands (I07.FR.17). */
const hoursOf = ({ start_hour, end_hour }: TariffBand) =>
  start_hour === end_hour ? {} : { startTimeOfDay: clock(start_hour), endTimeOfDay: clock(end_hour) }

interface Price {
  priceKwh?: number
  priceMinute?: number
  conditions?: Payload
}

/** A tariff that a call has; null for one that our words are too few for. */
export function tariffIn(payload: unknown): GivenTariff | null {
  const { tariffId, currency, energy, idleTime } = payload as Payload
  const { prices } = (energy ?? { prices: [] }) as { prices: Price[] }
  const bands = bandsOf(prices)
  const waiting = ((idleTime ?? { prices: [] }) as { prices: Price[] }).prices
  const minutes = new Set(waiting.map(({ conditions }) => Number(conditions?.minIdleTime ?? 0) / 60))
  if (!bands || minutes.size > 1) return null
  const fees = bands.map((band) => ({ ...band, occupation_fee: feeIn(waiting, band) }))
  const tariff = { id: String(tariffId), currency: String(currency), bands: fees, free_minutes: [...minutes][0] ?? 0 }
  // What it says beyond our words would be lost; so it says only this.
  return JSON.stringify(sorted(tariffPayload(tariff))) === JSON.stringify(sorted(payload)) ? tariff : null
}

function bandsOf(prices: readonly Price[]): Omit<TariffBand, 'occupation_fee'>[] | null {
  const said = prices.flatMap(({ conditions }) => (conditions ? [hoursIn(conditions)] : []))
  const known = prices.map(({ priceKwh = 0, conditions }) => ({
    energy_fee: Math.round(priceKwh * CENTS),
    ...(conditions ? hoursIn(conditions) : hoursBetween(said)),
  }))
  return isComplete(coverage(known)) ? known : null
}

const hoursIn = ({ startTimeOfDay, endTimeOfDay }: Payload): Hours => {
  const hour = (text: unknown) => Number(String(text).slice(0, 2))
  return { start_hour: hour(startTimeOfDay), end_hour: hour(endTimeOfDay) }
}

/** The hours that are left to a last price without conditions. */
function hoursBetween(others: readonly Hours[]): Hours {
  const isFree = (hour: number) => !others.some((one) => covers(one, (hour + HOURS_OF_DAY) % HOURS_OF_DAY))
  const start_hour = HOURS.find((hour) => isFree(hour) && !isFree(hour - 1)) ?? 0
  const end_hour = HOURS.find((hour) => !isFree(hour) && isFree(hour - 1)) ?? 0
  return { start_hour, end_hour }
}

const HOURS = Array.from({ length: HOURS_OF_DAY }, (_, hour) => hour)

function feeIn(waiting: readonly Price[], { start_hour, end_hour }: Omit<TariffBand, 'occupation_fee'>): number {
  const isWhole = start_hour === end_hour
  const price = waiting.find(
    ({ conditions = {} }) => isWhole || String(conditions.startTimeOfDay) === clock(start_hour),
  )
  return hourlyFeeOf(Math.round((price?.priceMinute ?? 0) * MILLIONTHS)) ?? 0
}

/** The same whatever order its fields came in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  )
}

/** How tariffs are asked for (I07, I09, I10). A session that runs keeps its own, as its order does, so I11 is never asked for. */
export const tariffWords: Say = {
  set_tariff: ({ connector_number, tariff }) => ({
    action: 'SetDefaultTariff',
    payload: { evseId: evseIdOf(connector_number), tariff: tariffPayload(tariff) },
  }),
  clear_tariffs: ({ connector_number, ids }) => ({
    action: 'ClearTariffs',
    payload: {
      ...(ids && { tariffIds: [...ids] }),
      ...(connector_number !== null && { evseId: evseIdOf(connector_number) }),
    },
  }),
  read_tariffs: ({ connector_number }) => ({
    action: 'GetTariffs',
    payload: { evseId: evseIdOf(connector_number) },
  }),
}

/** What a call about tariffs that a person wrote asks for; null for any other call. */
export function tariffCall({ action, payload }: OurCall): Intent | null {
  const connector_number = gunIn(payload)
  if (action === 'GetTariffs') return { ask: 'read_tariffs', connector_number: connector_number ?? 0 }
  if (action === 'ClearTariffs')
    return { ask: 'clear_tariffs', connector_number, ids: (payload.tariffIds as string[] | undefined) ?? null }
  if (action !== 'SetDefaultTariff') return null
  const tariff = tariffIn(payload.tariff)
  if (!tariff) return { ask: 'other', touches: 'tariffs' }
  return { ask: 'set_tariff', connector_number: connector_number ?? 0, tariff }
}

interface Assignment {
  tariffId: string
  tariffKind: string
  evseIds?: number[]
  validFrom?: string
}

/** What an answer about tariffs says; null for any other. */
export function tariffReply(action: string, answer: Payload): Reply | null {
  if (action === 'GetTariffs') {
    const reply = replyBy(answer, READING)
    return reply.meaning === 'yes' ? { ...reply, tariffs: heldIn(answer) } : reply
  }
  if (action !== 'ClearTariffs') return null
  // Of several one word: the first that is a no.
  const results = (answer.clearTariffsResult ?? []) as { status: string }[]
  const words = results.map(({ status }) => status)
  const status = words.find((word) => meaningOf(word.toLowerCase()) !== 'yes') ?? words[0]
  return replyBy({ status }, READING)
}

/** One that has none holds none (I09.FR.03, I10.FR.06). */
const meaningOf = (word: string): ReplyMeaning => {
  if (word === 'accepted' || word === 'notariff') return 'yes'
  return word === 'rejected' ? 'no' : 'unclear'
}

const READING = { meaningOf, provisos: new Map(), version: undefined, schedule: null, reserves: false }

/** Of those that hold for all sessions to come. A driver's own goes with the session. */
const heldIn = ({ tariffAssignments = [] }: Payload): HeldTariff[] =>
  (tariffAssignments as Assignment[])
    .filter(({ tariffKind }) => tariffKind === 'DefaultTariff')
    .map(({ tariffId: id, evseIds, validFrom }) => ({ id, evses: evseIds ?? [], from: validFrom ?? null }))
