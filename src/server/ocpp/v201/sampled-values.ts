import type { SampledValue as PlainValue } from '../every-version/measurands.ts'
import { type MeterValue as PlainMeterValue, readMeterValues } from '../every-version/meter.ts'
import type { Flag } from '../flags.ts'
import type { Reading } from '../ports.ts'

/** A sampled value (2.46); everything but the value may be missing. */
interface SampledValue {
  value: number
  context?: string
  measurand?: string
  phase?: string
  location?: string
  unitOfMeasure?: { unit?: string; multiplier?: number }
}

export interface MeterValue {
  timestamp: string
  sampledValue: SampledValue[]
}

/** Readings, one a moment. */
export const readingsOf = (values: readonly MeterValue[] | undefined, flag: Flag): Reading[] =>
  readMeterValues((values ?? []).map(plain), flag)

const plain = ({ timestamp, sampledValue }: MeterValue): PlainMeterValue => ({
  timestamp,
  sampledValue: sampledValue.map(plainValue),
})

/** The figure is the value times ten to the multiplier (2.53). Named field by field: copies of the rest were a third of the time that readings took. */
function plainValue({ value, context, measurand, phase, location, unitOfMeasure }: SampledValue): PlainValue {
  const multiplier = unitOfMeasure?.multiplier ?? 0
  const text = String(value)
  const raised = multiplier === 0 ? text : raise(text, multiplier)
  return { value: raised, context, measurand, phase, location, unit: unitOfMeasure?.unit }
}

function raise(text: string, multiplier: number): string {
  const [figure = '0', exponent = '0'] = text.split('e')
  return `${figure}e${Number(exponent) + multiplier}`
}
