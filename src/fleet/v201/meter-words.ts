import type { MeterValue, SampledValue } from '../messages.ts'

/** What 2.0.1 has no measurand for (3.52). */
const UNKNOWN: ReadonlySet<string | undefined> = new Set(['Temperature'])

/** A reading in the words of 2.0.1: figures are numbers (2.46). */
export function meterWords({ timestamp, sampledValue }: MeterValue) {
  const known = sampledValue.filter(({ measurand }) => !UNKNOWN.has(measurand))
  return { timestamp, sampledValue: known.map(sampledWords) }
}

const sampledWords = ({ value, unit, ...rest }: SampledValue) => ({
  ...rest,
  value: Number(value),
  ...(unit && { unitOfMeasure: { unit } }),
})
