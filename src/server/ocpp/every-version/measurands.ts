/** A sampled value as piles send it (OCPP 1.6, 7.43); everything but the value may be missing. */
export interface SampledValue {
  value: string
  context?: string
  format?: string
  measurand?: string
  phase?: string
  location?: string
  unit?: string
}

export type Quantity = 'energy' | 'power' | 'current' | 'voltage' | 'soc' | 'temperature'

export const quantityOf = (measurand: string | undefined): Quantity | null => {
  switch (measurand) {
    case undefined:
    case 'Energy.Active.Import.Register':
      return 'energy'
    case 'Power.Active.Import':
      return 'power'
    case 'Current.Import':
      return 'current'
    case 'Voltage':
      return 'voltage'
    case 'SoC':
      return 'soc'
    case 'Temperature':
      return 'temperature'
    default:
      return null // offered, exported, reactive and interval figures say nothing about what is billed or shown
  }
}

type Convert = (value: number) => number
const same: Convert = (value) => value
const thousand: Convert = (value) => value * 1000

/** To Wh, W, mA, mV, percent and °C. The empty unit is the standard's default. As the standard spells a unit it is found at once, else in small letters. */
const units: Record<Quantity, Record<string, Convert>> = {
  energy: { '': same, Wh: same, wh: same, kWh: thousand, kwh: thousand, mwh: (value) => value * 1_000_000 },
  power: { '': same, W: same, w: same, kW: thousand, kw: thousand },
  current: { '': thousand, A: thousand, a: thousand, ma: same },
  voltage: { '': thousand, V: thousand, v: thousand, mv: same, kv: (value) => value * 1_000_000 },
  soc: { '': same, percent: same, '%': same },
  temperature: {
    '': same,
    celsius: same,
    celcius: same,
    c: same,
    '°c': same,
    fahrenheit: (value) => ((value - 32) * 5) / 9,
    k: (value) => value - 273.15,
  },
}

/** How to bring a value in this unit to ours; undefined for a unit that does not belong to the quantity. */
export function conversion(quantity: Quantity, unit: string | undefined): Convert | undefined {
  const known = units[quantity]
  return unit === undefined ? known[''] : (known[unit] ?? known[unit.trim().toLowerCase()])
}

/** Between which phases a value was taken; `other` carries no load of the car (OCPP 1.6, 7.34). */
export type Phase = 'none' | 'line' | 'between' | 'other'

export function phaseOf(phase: string | undefined): Phase {
  switch (phase) {
    case undefined:
      return 'none'
    case 'L1':
    case 'L2':
    case 'L3':
    case 'L1-N':
    case 'L2-N':
    case 'L3-N':
      return 'line'
    case 'L1-L2':
    case 'L2-L3':
    case 'L3-L1':
      return 'between'
    default:
      return 'other'
  }
}
