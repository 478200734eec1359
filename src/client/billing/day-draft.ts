import { HOURS_OF_DAY, type Hours } from '../../shared/domain/coverage.ts'
import type { ArrangedRule, DayRule as KeptRule } from '../../shared/endpoints/billing.ts'
import type { Band } from '../../shared/entities/billing-rule.ts'
import { dayOfRules } from './day.ts'

/** A rule of a day that is being edited. Prices may still be missing. */
export interface DraftRule extends Omit<ArrangedRule, Price> {
  /** The same while it is edited; new rules have no id yet. */
  key: string
  /** How many other strategies have it: there it stays as it is. */
  shared: number
  electricity_fee: number | null
  service_fee: number | null
  electricity_cost: number | null
  occupation_fee: number | null
  free_minutes: number | null
}

export const PRICES = ['electricity_fee', 'service_fee', 'electricity_cost', 'occupation_fee', 'free_minutes'] as const
export type Price = (typeof PRICES)[number]
export type Prices = Record<Price, number | null>

export const NO_PRICES: Prices = {
  electricity_fee: null,
  service_fee: null,
  electricity_cost: 0,
  occupation_fee: 0,
  free_minutes: 0,
}

export const draftOfRule = (rule: Omit<KeptRule, 'status'>): DraftRule => ({
  id: rule.id,
  version: rule.version,
  key: `kept-${rule.id}`,
  shared: rule.shared,
  name: rule.name,
  band: rule.band,
  start_hour: rule.start_hour,
  end_hour: rule.end_hour,
  electricity_fee: rule.electricity_fee,
  service_fee: rule.service_fee,
  electricity_cost: rule.electricity_cost,
  occupation_fee: rule.occupation_fee,
  free_minutes: rule.free_minutes,
})

let made = 0
export const newRule = (given: Hours & Prices & { name: string; band: Band }): DraftRule => ({
  ...given,
  id: null,
  shared: 0,
  key: `new-${++made}`,
})

/** What the server takes of it. */
export const arranged = ({ key: _key, shared: _shared, ...rule }: DraftRule) => rule as ArrangedRule

const within = (hour: number) => ((hour % HOURS_OF_DAY) + HOURS_OF_DAY) % HOURS_OF_DAY
const isWholeDay = ({ start_hour, end_hour }: Hours) => start_hour === end_hour

/** Hours that a rule lasts; equal hours are the whole day. */
export const lengthOf = ({ start_hour, end_hour }: Hours) => within(end_hour - start_hour) || HOURS_OF_DAY

/** The hours at which a rule begins or ends, and which can be moved. */
export function edgesOf(rules: readonly Hours[]): number[] {
  const edges = rules.filter((rule) => !isWholeDay(rule)).flatMap(({ start_hour, end_hour }) => [start_hour, end_hour])
  return [...new Set(edges)].sort((a, b) => a - b)
}

/** How far an edge may go each way, in hours from where it is: no rule on either side loses its last hour. */
export function reachOf(rules: readonly Hours[], edge: number): { back: number; on: number } {
  const moved = rules.filter((rule) => !isWholeDay(rule))
  const shrinking = moved.filter(({ end_hour }) => end_hour === edge)
  const growing = moved.filter(({ start_hour }) => start_hour === edge)
  const room = (of: readonly Hours[], others: readonly Hours[]) =>
    Math.min(...of.map((rule) => lengthOf(rule) - 1), ...others.map((rule) => HOURS_OF_DAY - 1 - lengthOf(rule)))
  return { back: room(shrinking, growing), on: room(growing, shrinking) }
}

/** Moves an edge and with it whatever begins or ends there; it stops where a rule would lose its last hour. */
export function moveEdge<R extends Hours>(rules: readonly R[], edge: number, by: number): R[] {
  const { back, on } = reachOf(rules, edge)
  const to = within(edge + Math.max(-back, Math.min(on, by)))
  return rules.map((rule) =>
    isWholeDay(rule)
      ? rule
      : {
          ...rule,
          start_hour: rule.start_hour === edge ? to : rule.start_hour,
          end_hour: rule.end_hour === edge ? to : rule.end_hour,
        },
  )
}

/** A name that none of the rules has: `Peak`, then `Peak 2`. */
export function freeName(rules: readonly { name: string }[], name: string): string {
  const taken = new Set(rules.map((rule) => rule.name))
  const plain = name.replace(/ \d+$/, '')
  for (let copy = 2; ; copy++) if (!taken.has(`${plain} ${copy}`)) return `${plain} ${copy}`
}

/** Cuts a rule in the middle; the second half is a new rule at the same prices. */
export function splitRule(rules: readonly DraftRule[], key: string): DraftRule[] {
  const rule = rules.find((one) => one.key === key)
  if (!rule || lengthOf(rule) < 2) return [...rules]
  const middle = within(rule.start_hour + Math.ceil(lengthOf(rule) / 2))
  const half = newRule({ ...rule, name: freeName(rules, rule.name), start_hour: middle })
  const others = rules.flatMap((one) => (one.key === key ? [{ ...one, end_hour: middle }, half] : [one]))
  return inDayOrder(others)
}

/** Puts a rule where the day has none yet; where all of it has one, the longest gives half. */
export function addRule(rules: readonly DraftRule[], name: string): DraftRule[] {
  const gap = dayOfRules(rules.map((rule) => ({ ...rule, id: 0 }))).find((stretch) => stretch.rules.length === 0)
  if (gap) {
    const hours = { start_hour: gap.from, end_hour: within(gap.to) }
    const prices = rules.at(-1) ?? NO_PRICES
    return inDayOrder([...rules, newRule({ ...pricesOf(prices), ...hours, name: freeName(rules, name), band: 'flat' })])
  }

  const longest = rules.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  return longest ? splitRule(rules, longest.key) : []
}

const pricesOf = (of: Prices): Prices => Object.fromEntries(PRICES.map((price) => [price, of[price]])) as Prices

export const inDayOrder = (rules: readonly DraftRule[]) => rules.toSorted((a, b) => a.start_hour - b.start_hour)
