import type { OrderLine } from '../endpoints/orders.ts'
import { ruleAt, type Stretch, stretches, type Tariff } from './bands.ts'
import { hourlyCents } from './money.ts'

const MINUTE = 60_000

/** When the fee begins to run: the free interval of the hour in which charging ended lies between. Epoch ms. */
export const occupationStart = (tariff: Tariff, charge_ended_at: number) =>
  charge_ended_at + ruleAt(tariff, charge_ended_at).free_minutes * MINUTE

/** Can a cable left in cost anything under these rules? */
export const mayOccupy = (rules: readonly { occupation_fee: number }[]) => rules.some((rule) => rule.occupation_fee > 0)

/**
 * The fee for a cable left in from the end of charging until it was pulled: by the second, at the price of the hour
 * in which it runs, one line for each stretch of one rule, each rounded once. A second that only began is free.
 */
export function occupationLines(tariff: Tariff, charge_ended_at: number, unplugged_at: number): OrderLine[] {
  const start = occupationStart(tariff, charge_ended_at)
  const secondsTo = (at: number) => Math.floor((at - start) / 1000)
  return stretches(tariff, start, unplugged_at)
    .map((stretch) => priced(stretch, secondsTo(stretch.to) - secondsTo(stretch.from)))
    .filter((line) => line.seconds > 0 && line.occupation_fee > 0)
}

function priced({ rule, from, to }: Stretch, seconds: number): OrderLine {
  return {
    kind: 'occupation',
    rule_id: rule.id,
    name: rule.name,
    band: rule.band,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    wh: 0,
    seconds,
    electricity_fee: 0,
    service_fee: 0,
    occupation_fee: rule.occupation_fee,
    electricity_cents: 0,
    service_cents: 0,
    occupation_cents: hourlyCents(seconds, rule.occupation_fee),
    cost_cents: 0,
  }
}
