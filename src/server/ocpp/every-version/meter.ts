import type { Flag } from '../flags.ts'
import type { Reading } from '../ports.ts'
import { conversion, type Phase, phaseOf, type Quantity, quantityOf, type SampledValue } from './measurands.ts'
import { readInstant } from './timestamp.ts'

export interface MeterValue {
  timestamp: string
  sampledValue: SampledValue[]
}

const WHOLE = /^[+-]?\d+$/
const DECIMAL = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/
// Far above every real meter, far below what the database and integers can hold.
const LARGEST = 1e13
// A meter that shows less than whole kWh bills nobody.
const COARSEST_WH = 1000

/** What was measured of one quantity at one moment. A better source replaces what a worse one gave. */
interface Sampled {
  rank: number
  whole: number | null
  phases: number[]
  /** The coarsest of its values, in our unit. */
  step: number
}

type Moment = Partial<Record<Quantity, Sampled>>

/**
 * Brings sampled values to readings, one a moment. A value without a phase wins; else phases are summed (energy, power),
 * averaged (voltage) or the most loaded one counts (current: it is what the cable carries).
 * The outlet's value wins over those measured elsewhere. What cannot be read is flagged and left out.
 */
export function readMeterValues(values: MeterValue[], flag: Flag): Reading[] {
  const readings = new Map<number, Reading>()
  for (const { timestamp, sampledValue } of values) {
    const reading = readMoment(readInstant(timestamp, flag), sampledValue, flag)
    if (!reading) continue
    // Some piles give each measurand a group of its own under one timestamp.
    const twin = readings.get(reading.at)
    if (twin) complete(twin, reading)
    else readings.set(reading.at, reading)
  }
  return [...readings.values()]
}

function readMoment(at: number, values: SampledValue[], flag: Flag): Reading | null {
  const moment: Moment = {}
  for (const value of values) sort(moment, value, flag)
  const reading: Reading = {
    at,
    energy_wh: total(moment.energy) ?? null,
    resolution_wh: Math.min(COARSEST_WH, Math.max(1, Math.round(moment.energy?.step ?? 1))),
    power_w: rounded(total(moment.power)),
    current_ma: rounded(highest(moment.current)),
    voltage_mv: rounded(mean(moment.voltage)),
    soc: rounded(mean(moment.soc)),
    temperature_c: highest(moment.temperature) ?? null,
  }
  return isEmpty(reading) ? null : reading
}

function sort(moment: Moment, value: SampledValue, flag: Flag): void {
  const quantity = quantityOf(value.measurand)
  // Signed data is for the driver's own check; the raw value stands beside it.
  if (!quantity || value.format === 'SignedData') return
  const phase = phaseOf(value.phase)
  if (phase === 'other') return
  const figure = readFigure(quantity, value, flag)
  if (figure === null) return
  const step = stepOf(quantity, value)
  const rank = rankOf(value, phase)
  const sampled = moment[quantity]
  if (!sampled || rank < sampled.rank) moment[quantity] = first(rank, phase, { figure, step })
  else if (rank === sampled.rank) add(sampled, phase, { figure, step })
}

interface Figure {
  figure: number
  step: number
}

const first = (rank: number, phase: Phase, { figure, step }: Figure): Sampled =>
  phase === 'none' ? { rank, whole: figure, phases: [], step } : { rank, whole: null, phases: [figure], step }

function add(sampled: Sampled, phase: Phase, { figure, step }: Figure): void {
  sampled.step = Math.max(sampled.step, step)
  if (phase === 'none') sampled.whole = figure
  else sampled.phases.push(figure)
}

// Lower is better: what a session ends with before what it began with, the outlet before other places, the neutral before another phase.
function rankOf({ context, location }: SampledValue, phase: Phase): number {
  const begin = context === 'Transaction.Begin' ? 4 : 0
  const elsewhere = location === undefined || location === 'Outlet' ? 0 : 2
  return begin + elsewhere + (phase === 'between' ? 1 : 0)
}

function readFigure(quantity: Quantity, { value, unit }: SampledValue, flag: Flag): number | null {
  const convert = conversion(quantity, unit)
  if (!convert) {
    flag('unknown_unit', `${quantity}: ${unit}`)
    return null
  }
  const figure = DECIMAL.test(value) ? convert(Number(value)) : Number.NaN
  const possible = Math.abs(figure) < LARGEST && (quantity !== 'soc' || (figure >= 0 && figure <= 100))
  if (possible) return figure
  flag('unreadable_value', `${quantity}: ${value.slice(0, 60)}`)
  return null
}

/** One in the last digit that was written; of the register alone, nobody asks it of anything else. */
function stepOf(quantity: Quantity, { value, unit }: SampledValue): number {
  const convert = quantity === 'energy' ? conversion(quantity, unit) : undefined
  if (!convert) return 1
  if (WHOLE.test(value)) return convert(1)
  const [, digits = '', exponent = '0'] = /^[^.eE]*\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(value) ?? []
  return convert(10 ** (Number(exponent) - digits.length))
}

const total = (sampled: Sampled | undefined) =>
  sampled && (sampled.whole ?? sampled.phases.reduce((sum, figure) => sum + figure, 0))
const highest = (sampled: Sampled | undefined) =>
  sampled && (sampled.whole ?? sampled.phases.reduce((most, figure) => Math.max(most, figure)))
const mean = (sampled: Sampled | undefined) =>
  sampled && (sampled.whole ?? sampled.phases.reduce((sum, figure) => sum + figure, 0) / sampled.phases.length)
const rounded = (figure: number | undefined) => (figure === undefined ? null : Math.round(figure))

const isEmpty = (reading: Reading) =>
  reading.energy_wh === null &&
  reading.power_w === null &&
  reading.current_ma === null &&
  reading.voltage_mv === null &&
  reading.soc === null &&
  reading.temperature_c === null

function complete(reading: Reading, more: Reading): void {
  if (reading.energy_wh === null) reading.resolution_wh = more.resolution_wh
  reading.energy_wh ??= more.energy_wh
  reading.power_w ??= more.power_w
  reading.current_ma ??= more.current_ma
  reading.voltage_mv ??= more.voltage_mv
  reading.soc ??= more.soc
  reading.temperature_c ??= more.temperature_c
}
