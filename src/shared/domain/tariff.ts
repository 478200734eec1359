import type { FrozenRule, OrderLine } from '../endpoints/orders.ts'
import { ruleAt, ruleUntil, type Tariff } from './bands.ts'
import { energyCents } from './money.ts'

/** What a meter's register showed at an instant (epoch ms). Fractions of a Wh are kept. */
export interface MeterPoint {
  at: number
  wh: number
}

export interface Amounts {
  energy_wh: number
  electricity_cents: number
  service_cents: number
  occupation_cents: number
  cost_cents: number
  total_cents: number
}

/** A line that still grows. `before_wh` is what the session had drawn when the line began. */
interface OpenLine {
  rule: FrozenRule
  from: number
  to: number
  before_wh: number
  wh: number
}

/**
 * The one pricing function, as a fold over meter points: the live price, the final bill, "try it" and a
 * recalculation all come from here. Energy between two points is spread evenly over the time between them and cut
 * at band boundaries.
 *
 * At each boundary the register is read to the whole Wh, half up, as an interval meter does: a line's Wh is the
 * difference of two such readings, so the lines add up to the session's Wh and a finished line never changes again.
 */
export class EnergyPrice {
  readonly #tariff: Tariff
  #start_wh: number
  readonly #finished: OrderLine[] = []
  #finished_cents = 0
  #line: OpenLine
  #until: number
  #last: MeterPoint

  constructor(tariff: Tariff, start: MeterPoint) {
    this.#tariff = tariff
    this.#start_wh = start.wh
    this.#last = start
    this.#line = { rule: ruleAt(tariff, start.at), from: start.at, to: start.at, before_wh: 0, wh: 0 }
    this.#until = ruleUntil(tariff, start.at)
  }

  /** The newest point that counts. */
  get last(): MeterPoint {
    return this.#last
  }

  /** Whole Wh drawn so far. */
  get energy_wh(): number {
    return this.#line.before_wh + this.#line.wh
  }

  /** What that costs so far, without occupation. Cheap: it is asked after every reading. */
  get cents(): number {
    return this.#finished_cents + amountOf(this.#line)
  }

  /** What it would cost with these points besides; the fold stays where it is. */
  centsWith(points: readonly MeterPoint[]): number {
    const ahead = new EnergyPrice(this.#tariff, this.#last)
    ahead.#start_wh = this.#start_wh
    ahead.#finished_cents = this.#finished_cents
    ahead.#line = { ...this.#line }
    ahead.#until = this.#until
    for (const point of points) ahead.add(point)
    return ahead.cents
  }

  /** Takes the next point; it must not lie before the last one, neither in time nor in Wh. */
  add(point: MeterPoint) {
    const { at: from, wh: base } = this.#last
    while (point.at > this.#until) {
      const at = this.#until
      this.#advance({ at, wh: base + ((point.wh - base) * (at - from)) / (point.at - from) })
      this.#turn(at)
    }
    this.#advance(point)
  }

  /** The bill's lines so far, in time's order; a band in which nothing was drawn has none. */
  lines(): OrderLine[] {
    return this.#line.wh > 0 ? [...this.#finished, priced(this.#line)] : [...this.#finished]
  }

  #advance(point: MeterPoint) {
    this.#last = point
    this.#line.to = point.at
    this.#line.wh = Math.round(point.wh - this.#start_wh) - this.#line.before_wh
  }

  #turn(at: number) {
    this.#until = ruleUntil(this.#tariff, at)
    const rule = ruleAt(this.#tariff, at)
    if (rule === this.#line.rule) return
    if (this.#line.wh > 0) this.#finished.push(priced(this.#line))
    this.#finished_cents += amountOf(this.#line)
    this.#line = { rule, from: at, to: at, before_wh: this.energy_wh, wh: 0 }
  }
}

/** Prices points in time's order, the first one being the start; see EnergyPrice. */
export function energyLines(tariff: Tariff, [start, ...points]: readonly MeterPoint[]): OrderLine[] {
  if (!start) return []
  const price = new EnergyPrice(tariff, start)
  for (const point of points) price.add(point)
  return price.lines()
}

/** A line's amount, rounded once, half up. */
const amountOf = ({ rule, wh }: OpenLine) => energyCents(wh, rule.electricity_fee + rule.service_fee)

/** Electricity is rounded by itself and service is the rest of the line's amount, so the two always make the line. */
function priced(line: OpenLine): OrderLine {
  const { rule, from, to, wh } = line
  const electricity_cents = energyCents(wh, rule.electricity_fee)
  return {
    kind: 'energy',
    rule_id: rule.id,
    name: rule.name,
    band: rule.band,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    wh,
    seconds: Math.floor((to - from) / 1000),
    electricity_fee: rule.electricity_fee,
    service_fee: rule.service_fee,
    occupation_fee: 0,
    electricity_cents,
    service_cents: amountOf(line) - electricity_cents,
    occupation_cents: 0,
    cost_cents: energyCents(wh, rule.electricity_cost),
  }
}

/** Adds lines up. The total is the sum of the lines; the margin is the total less the cost. */
export function sumOf(lines: readonly OrderLine[]): Amounts {
  const sum: Amounts = {
    energy_wh: 0,
    electricity_cents: 0,
    service_cents: 0,
    occupation_cents: 0,
    cost_cents: 0,
    total_cents: 0,
  }
  for (const line of lines) {
    sum.energy_wh += line.wh
    sum.electricity_cents += line.electricity_cents
    sum.service_cents += line.service_cents
    sum.occupation_cents += line.occupation_cents
    sum.cost_cents += line.cost_cents
  }
  sum.total_cents = sum.electricity_cents + sum.service_cents + sum.occupation_cents
  return sum
}
