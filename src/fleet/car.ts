import type { PileModel } from './models.ts'

export interface CarModel {
  name: string
  capacity_wh: number
  /** The most it takes from a DC pile. */
  dc_w: number
  /** Its onboard charger. */
  ac_w: number
  ac_phases: 1 | 3
  /** Pack voltage empty and full. */
  pack_v: readonly [number, number]
}

/** Figures in the middle of what is on the road. */
export const carModels: readonly CarModel[] = [
  { name: 'city', capacity_wh: 32_000, dc_w: 40_000, ac_w: 6_600, ac_phases: 1, pack_v: [280, 345] },
  { name: 'compact', capacity_wh: 57_000, dc_w: 88_000, ac_w: 7_000, ac_phases: 1, pack_v: [320, 402] },
  { name: 'sedan', capacity_wh: 76_000, dc_w: 150_000, ac_w: 11_000, ac_phases: 3, pack_v: [330, 408] },
  { name: 'premium', capacity_wh: 96_000, dc_w: 235_000, ac_w: 11_000, ac_phases: 3, pack_v: [610, 795] },
  { name: 'van', capacity_wh: 42_000, dc_w: 60_000, ac_w: 6_600, ac_phases: 1, pack_v: [300, 370] },
]

/** Share of the greatest DC power that a pack takes at a state of charge: cold start, plateau, taper. */
const DC_CURVE: readonly (readonly [soc: number, share: number])[] = [
  [0, 0.55],
  [0.08, 1],
  [0.5, 0.94],
  [0.7, 0.6],
  [0.8, 0.4],
  [0.9, 0.2],
  [1, 0.05],
]
const AC_CURVE: readonly (readonly [soc: number, share: number])[] = [
  [0, 1],
  [0.96, 1],
  [1, 0.25],
]
/** Of the energy that the meter counts, this share reaches the cells. */
const EFFICIENCY = { AC: 0.9, DC: 0.95 }

/** A battery on wheels. */
export class Car {
  readonly model: CarModel
  /** State of charge, 0 to 1. */
  soc: number
  /** State of charge at which its owner told it to stop. */
  readonly target: number

  constructor(model: CarModel, soc: number, target = 1) {
    this.model = model
    this.soc = soc
    this.target = target
  }

  get full() {
    return this.soc >= this.target - 1e-9
  }

  /** Watts that it would draw from such a pile now. */
  wants_w({ current, phases }: Pick<PileModel, 'current' | 'phases'>): number {
    if (this.full) return 0
    const { dc_w, ac_w, ac_phases } = this.model
    if (current === 'DC') return dc_w * along(DC_CURVE, this.soc)
    return (ac_w / ac_phases) * Math.min(phases, ac_phases) * along(AC_CURVE, this.soc)
  }

  /** Takes energy counted by the pile's meter. */
  take(wh: number, current: PileModel['current']) {
    this.soc = Math.min(1, this.soc + (wh * EFFICIENCY[current]) / this.model.capacity_wh)
  }

  /** Energy at the meter until it is full. */
  missing_wh(current: PileModel['current']): number {
    return (Math.max(0, this.target - this.soc) * this.model.capacity_wh) / EFFICIENCY[current]
  }

  /** Volts of the pack; they rise with the state of charge. */
  get pack_v(): number {
    const [empty, full] = this.model.pack_v
    return empty + (full - empty) * this.soc ** 0.7
  }
}

function along(curve: readonly (readonly [number, number])[], at: number): number {
  const next = curve.findIndex(([x]) => x >= at)
  const [x1, y1] = curve[next] ?? [1, 0]
  const [x0, y0] = curve[next - 1] ?? [x1, y1]
  return x1 === x0 ? y1 : y0 + ((y1 - y0) * (at - x0)) / (x1 - x0)
}
