import { CURRENCY } from './pile-tariff.ts'

/** What a pile reckoned for a session by itself; amounts in the money of `currency`, taxes included. */
export interface PileCost {
  currency: string
  total: number
  energy: number | null
  /** With the cable in and no energy flowing. */
  idle: number | null
  /** By which tariff, where it said. */
  tariff_id: string | null
  /** It could not, and why. */
  failed: boolean
  reason: string | null
}

/**
 * How it stands to our bill. rounding: each line may be a cent off, for the standard leaves open how a pile rounds, and it cuts its
 * energy where its meter stood and not between two readings. occupation: of the energy they agree.
 */
export const COST_STATES = ['same', 'rounding', 'occupation', 'differs', 'failed', 'other_currency'] as const
export type CostState = (typeof COST_STATES)[number]

interface Line {
  kind: string
  electricity_cents: number
  service_cents: number
  occupation_cents: number
}

export interface CostComparison {
  state: CostState
  ours_cents: number
  /** Null where the pile could not say. */
  theirs_cents: number | null
}

/** Holds it against the lines of the bill; what a person moved from another order is none of the session's. */
export function compareCost(cost: PileCost, lines: readonly Line[]): CostComparison {
  const ofKind = (kind: string) => lines.filter((line) => line.kind === kind)
  const [energy, occupation] = [ofKind('energy'), ofKind('occupation')]
  const ours_cents = centsOf(energy) + centsOf(occupation)
  if (cost.failed) return { state: 'failed', ours_cents, theirs_cents: null }
  const theirs_cents = inCents(cost.total)
  if (cost.currency.toUpperCase() !== CURRENCY) return { state: 'other_currency', ours_cents, theirs_cents }
  if (theirs_cents === ours_cents) return { state: 'same', ours_cents, theirs_cents }
  const isEnergyAlike = alike(cost.energy, energy)
  const isAlike = alike(cost.total, [...energy, ...occupation]) && isEnergyAlike && alike(cost.idle, occupation)
  return { state: isAlike ? 'rounding' : isEnergyAlike ? 'occupation' : 'differs', ours_cents, theirs_cents }
}

/** A part that the pile did not name costs nothing. */
const alike = (money: number | null, lines: readonly Line[]) =>
  Math.abs(inCents(money ?? 0) - centsOf(lines)) <= lines.length

const inCents = (money: number) => Math.round(money * 100)

const centsOf = (lines: readonly Line[]) =>
  lines.reduce((sum, line) => sum + line.electricity_cents + line.service_cents + line.occupation_cents, 0)
