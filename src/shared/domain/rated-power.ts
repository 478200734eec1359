/** What a pile type says of its power; null is not said. Volts, amperes and watts. */
export interface Rating {
  current_mode: 'ac' | 'dc'
  guns: number
  rated_power_w: number | null
  voltage_min_v: number | null
  voltage_max_v: number | null
  rated_current_a: number | null
}

/** Its rated power lies outside of what its voltage and current allow, which are these bounds in watts. */
export interface RatedPowerWarning {
  kind: 'power_too_high' | 'power_too_low'
  from_w: number
  to_w: number
}

/** Above it an alternating voltage is measured between two of three phases (IEC 60038: 400 V, against 230 V of one). */
export const LINE_VOLTAGE_V = 300
/** Plates are rounded: 22 kW stands for 22.17, 7 kW for 7.36. */
const TOLERANCE = 0.1

/**
 * Whether a rated power contradicts voltage and current: null when it does not, or when not enough is said. It is
 * questioned and never refused, for plates differ in what they call rated.
 *
 * The current is a gun's. All of them together give the most there can be, one at the lowest voltage the least that is
 * believable: a direct current pile holds its power over a wide span of voltages, and guns share it.
 */
export function ratedPowerWarning(rating: Rating): RatedPowerWarning | null {
  const { rated_power_w, rated_current_a, guns } = rating
  const lowest = rating.voltage_min_v ?? rating.voltage_max_v
  const highest = rating.voltage_max_v ?? rating.voltage_min_v
  if (!rated_power_w || !rated_current_a || !lowest || !highest) return null
  const [least] = phaseFactors(rating.current_mode, lowest)
  const [, most] = phaseFactors(rating.current_mode, highest)
  const bounds = {
    from_w: Math.round(lowest * rated_current_a * least),
    to_w: Math.round(highest * rated_current_a * most * Math.max(1, guns)),
  }
  if (rated_power_w > bounds.to_w * (1 + TOLERANCE)) return { kind: 'power_too_high', ...bounds }
  if (rated_power_w < bounds.from_w * (1 - TOLERANCE)) return { kind: 'power_too_low', ...bounds }
  return null
}

/** What voltage times current is multiplied by, the least and the most: a phase's voltage may be that of one or of each of three. */
function phaseFactors(mode: Rating['current_mode'], volts: number): [least: number, most: number] {
  if (mode === 'dc') return [1, 1]
  return volts >= LINE_VOLTAGE_V ? [Math.sqrt(3), Math.sqrt(3)] : [1, 3]
}
