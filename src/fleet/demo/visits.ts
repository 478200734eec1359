import { Car, carModels } from '../car.ts'
import { between, exponential, pick, type Random } from '../random.ts'
import type { DemoPile } from './network.ts'
import { busyShare, seasonAt } from './rhythm.ts'

export interface VisitPoint {
  at: number
  /** Since the plug went in. */
  wh: number
  power_w: number
  soc: number
}

/** One car at one connector, from the start of the transaction to the pulled cable. */
export interface Visit {
  pile: DemoPile
  connector: number
  started_at: number
  /** The car was full, or the driver came back. */
  charge_ended_at: number
  ended_at: number
  unplugged_at: number
  /** From the start to the end of the transaction. */
  points: VisitPoint[]
  /** The driver pulled the cable instead of showing the card. */
  pulled: boolean
}

const MINUTE = 60_000
const MEAN_STAY_MINUTES = { DC: 44, AC: 330 }

interface Span {
  from: number
  to: number
  random: Random
}

/** All visits to a pile; the connectors of an EVSE take turns, as one car at a time charges there. */
export function visitsOf(pile: DemoPile, span: Span): Visit[] {
  const { evses = pile.guns.map(() => 1) } = pile.model
  return evses.flatMap((many, index) => {
    const before = evses.slice(0, index).reduce((sum, count) => sum + count, 0)
    const guns = pile.guns.slice(before, before + many)
    const visits = visitsTo(pile, guns[0] ?? 1, span)
    return visits.map((visit, turn) => ({ ...visit, connector: guns[turn % many] ?? visit.connector }))
  })
}

/** All visits to a connector between two instants, one after the other. */
function visitsTo(pile: DemoPile, connector: number, span: Span): Visit[] {
  const { from, to, random } = span
  const visits: Visit[] = []
  let at = from + between(random, 0, 180) * MINUTE
  while (at < to) {
    at += pauseAt(pile, at, span)
    const visit = visitAt(pile, connector, { at, random })
    // What would run now is left to the live fleet.
    if (visit.unplugged_at >= to - 2 * MINUTE) break
    visits.push(visit)
    at = visit.unplugged_at + MINUTE
  }
  return visits
}

function pauseAt({ model }: DemoPile, at: number, { to, random }: { to: number; random: Random }) {
  const busy = Math.min(0.9, busyShare(model, at) * seasonAt(at, to))
  return exponential(random, (MEAN_STAY_MINUTES[model.current] * (1 - busy)) / busy) * MINUTE
}

function visitAt(pile: DemoPile, connector: number, { at, random }: { at: number; random: Random }): Visit {
  const { current } = pile.model
  const car = new Car(
    pick(random, carModels),
    between(random, 0.1, 0.62),
    random() < 0.55 ? 1 : between(random, 0.8, 0.95),
  )
  const stay = current === 'DC' ? between(random, 16, 72) : between(random, 70, 590)
  const started_at = Math.round(at / 1000) * 1000
  const ended_at = started_at + Math.round(stay * 60) * 1000
  const points = charge(car, pile, { started_at, ended_at, share: between(random, 0.6, 1) })
  const full = points.find((point, index) => index > 0 && point.power_w === 0)
  const late = random() < 0.13 ? between(random, 10, 70) : 0
  const unplugged_at = ended_at + Math.round(late * 60 + between(random, 8, 50)) * 1000
  const pulled = random() < 0.05
  const charge_ended_at = full?.at ?? ended_at
  return {
    pile,
    connector,
    started_at,
    charge_ended_at,
    ended_at,
    unplugged_at: pulled ? ended_at : unplugged_at,
    points,
    pulled,
  }
}

interface Charging {
  started_at: number
  ended_at: number
  /** Of the pile's power; its other connectors take the rest. */
  share: number
}

function charge(car: Car, { model }: DemoPile, { started_at, ended_at, share }: Charging): VisitPoint[] {
  const step_ms = model.current === 'DC' ? 2 * MINUTE : 10 * MINUTE
  const points: VisitPoint[] = []
  let wh = 0
  for (let at = started_at; ; at = Math.min(at + step_ms, ended_at)) {
    const power_w = Math.round(Math.min(car.wants_w(model), model.power_w * share))
    points.push({ at, wh, power_w, soc: Math.round(car.soc * 100) })
    if (at >= ended_at) return points
    const drawn = Math.min((power_w * Math.min(step_ms, ended_at - at)) / 3_600_000, car.missing_wh(model.current))
    car.take(drawn, model.current)
    wh += drawn
  }
}
