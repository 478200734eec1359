import type { Car } from './car.ts'
import type { MeterValue, SampledValue } from './messages.ts'
import { MAINS_V, type PileModel } from './models.ts'
import type { Random } from './random.ts'

/** What a connector's meter shows at an instant. */
export interface Reading {
  at: number
  energy_wh: number
  power_w: number
  offered_w: number
  voltage_v: number
  /** Of each phase on AC. */
  current_a: number
  /** Phases that carry current, 0 on DC. */
  phases: number
  /** Percent; only a DC pile can ask the car. */
  soc?: number
}

type Shown = Pick<Reading, 'at' | 'energy_wh' | 'power_w' | 'offered_w'>

/** Derives voltage and current from power: the car's pack on DC, the mains on AC, each with a little noise. */
export function reading(shown: Shown, { current, phases }: PileModel, car: Car | undefined, random: Random): Reading {
  const noise = 1 + (random() - 0.5) * 0.008
  if (current === 'DC') {
    const voltage_v = (car?.pack_v ?? 0) * noise
    const current_a = voltage_v > 0 ? shown.power_w / voltage_v : 0
    return { ...shown, voltage_v, current_a, phases: 0, ...(car && { soc: Math.round(car.soc * 100) }) }
  }
  const used = Math.min(phases, car?.model.ac_phases ?? phases)
  const voltage_v = MAINS_V * noise
  return { ...shown, voltage_v, current_a: shown.power_w / voltage_v / used, phases: used }
}

/** The reading as MeterValues tells it: only the measurands that the configuration asks for. */
export function meterValue(from: Reading, measurands: readonly string[], context: string): MeterValue {
  const values = measurands.flatMap((measurand) => sampled(from, measurand))
  return { timestamp: new Date(from.at).toISOString(), sampledValue: values.map((value) => ({ ...value, context })) }
}

function sampled(from: Reading, measurand: string): SampledValue[] {
  const one = (value: string, unit: string, location = 'Outlet') => [{ value, measurand, unit, location }]
  switch (measurand) {
    case 'Energy.Active.Import.Register':
      return one(String(Math.floor(from.energy_wh)), 'Wh')
    case 'Power.Active.Import':
      return one(from.power_w.toFixed(0), 'W')
    case 'Power.Offered':
      return one(from.offered_w.toFixed(0), 'W')
    case 'Current.Import':
      return byPhase(from, { measurand, unit: 'A', value: from.current_a.toFixed(1) }, 'L')
    case 'Current.Offered':
      return one((from.offered_w / Math.max(1, from.voltage_v) / Math.max(1, from.phases)).toFixed(1), 'A')
    case 'Voltage':
      return byPhase(from, { measurand, unit: 'V', value: from.voltage_v.toFixed(1) }, 'L-N')
    case 'SoC':
      return from.soc === undefined ? [] : one(String(from.soc), 'Percent', 'EV')
    case 'Temperature':
      return one((28 + from.power_w / 8_000).toFixed(1), 'Celsius', 'Body')
    default:
      return []
  }
}

/** Three-phase piles tell each phase apart; the others one value without a phase. */
function byPhase({ phases }: Reading, value: SampledValue, name: 'L' | 'L-N'): SampledValue[] {
  if (phases < 2) return [{ ...value, location: 'Outlet' }]
  const suffix = name === 'L' ? '' : '-N'
  return Array.from({ length: phases }, (_, index) => ({
    ...value,
    location: 'Outlet',
    phase: `L${index + 1}${suffix}`,
  }))
}
