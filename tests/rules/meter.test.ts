import { expect, test } from 'vitest'
import type { SampledValue } from '../../src/server/ocpp/every-version/measurands.ts'
import { readMeterValues } from '../../src/server/ocpp/every-version/meter.ts'

const timestamp = '2026-11-20T10:00:00Z'

function read(...sampledValue: SampledValue[]) {
  const flags: string[] = []
  const [reading] = readMeterValues([{ timestamp, sampledValue }], (flag) => flags.push(flag))
  return { reading, flags }
}
const energy = (value: string, more: Partial<SampledValue> = {}) => ({ value, ...more })
const of =
  (measurand: string) =>
  (value: string, more: Partial<SampledValue> = {}) => ({ value, measurand, ...more })
const [power, current, voltage, soc, temperature] = [
  of('Power.Active.Import'),
  of('Current.Import'),
  of('Voltage'),
  of('SoC'),
  of('Temperature'),
]

test.each([
  ['a value without measurand and unit is the import register in Wh', [energy('1234.5')], { energy_wh: 1234.5 }],
  ['kWh', [energy('12.5', { unit: 'kWh', measurand: 'Energy.Active.Import.Register' })], { energy_wh: 12_500 }],
  ['Wh to one', [energy('12500', { unit: 'Wh' })], { resolution_wh: 1 }],
  ['fractions of a Wh to one as well', [energy('1234.5')], { resolution_wh: 1 }],
  ['kWh to what its digits show', [energy('12.50', { unit: 'kWh' })], { energy_wh: 12_500, resolution_wh: 10 }],
  ['kWh with one digit to a hundred', [energy('13.4', { unit: 'kWh' })], { resolution_wh: 100 }],
  ['kWh with three digits to one', [energy('13.376', { unit: 'kWh' })], { resolution_wh: 1 }],
  ['kWh with an exponent to what that means', [energy('1.34e1', { unit: 'kWh' })], { resolution_wh: 100 }],
  ['MWh to no more than a kWh', [energy('2', { unit: 'MWh' })], { resolution_wh: 1000 }],
  [
    'phases to the coarsest of them',
    [energy('1.5', { unit: 'kWh', phase: 'L1' }), energy('2.25', { unit: 'kWh', phase: 'L2' })],
    { resolution_wh: 100 },
  ],
  ['power in W', [power('7400')], { power_w: 7400 }],
  ['power in kW', [power('7.4', { unit: 'kW' })], { power_w: 7400 }],
  ['current in A', [current('16.25', { unit: 'A' })], { current_ma: 16_250 }],
  ['voltage in V', [voltage('230.4')], { voltage_mv: 230_400 }],
  ['the standard’s own misspelling', [temperature('36.6', { unit: 'Celcius' })], { temperature_c: 36.6 }],
  ['Fahrenheit', [temperature('212', { unit: 'Fahrenheit' })], { temperature_c: 100 }],
  ['Kelvin', [temperature('300.15', { unit: 'K' })], { temperature_c: 27 }],
  ['a percentage', [soc('54.6', { unit: 'Percent' })], { soc: 55 }],
  ['a unit in other letters', [energy('1', { unit: 'KWH' })], { energy_wh: 1000 }],
  [
    'energies of three phases add up',
    [energy('1', { phase: 'L1' }), energy('2', { phase: 'L2' }), energy('3', { phase: 'L3' })],
    { energy_wh: 6 },
  ],
  ['powers of three phases add up', [power('1', { phase: 'L1-N' }), power('2', { phase: 'L2-N' })], { power_w: 3 }],
  [
    'the most loaded phase is the current',
    [current('10', { phase: 'L1' }), current('16', { phase: 'L2' }), current('9', { phase: 'L3' })],
    { current_ma: 16_000 },
  ],
  [
    'what the neutral carries is not the car’s',
    [current('10', { phase: 'L1' }), current('99', { phase: 'N' })],
    { current_ma: 10_000 },
  ],
  [
    'voltages of phases are averaged',
    [voltage('229', { phase: 'L1-N' }), voltage('231', { phase: 'L2-N' })],
    { voltage_mv: 230_000 },
  ],
  [
    'voltage to the neutral wins over voltage between phases',
    [voltage('400', { phase: 'L1-L2' }), voltage('230', { phase: 'L1-N' })],
    { voltage_mv: 230_000 },
  ],
  [
    'voltage between phases serves where there is no other',
    [voltage('400', { phase: 'L1-L2' })],
    { voltage_mv: 400_000 },
  ],
  [
    'a value without a phase wins, whatever comes first',
    [power('1', { phase: 'L1' }), power('7', {}), power('2', { phase: 'L2' })],
    { power_w: 7 },
  ],
  [
    'the outlet wins over the inlet',
    [energy('900', { location: 'Inlet' }), energy('100', { location: 'Outlet' })],
    { energy_wh: 100 },
  ],
  [
    'the outlet wins over the inlet, whatever comes first',
    [energy('100', { location: 'Outlet' }), energy('900', { location: 'Inlet' })],
    { energy_wh: 100 },
  ],
  [
    'a value that says no place is the outlet’s',
    [energy('100'), energy('900', { location: 'Body' })],
    { energy_wh: 100 },
  ],
  ['the inlet serves where there is no other', [energy('900', { location: 'Inlet' })], { energy_wh: 900 }],
  [
    'the end wins over the beginning of a transaction',
    [energy('100', { context: 'Transaction.End' }), energy('1', { context: 'Transaction.Begin' })],
    { energy_wh: 100 },
  ],
  [
    'signed data stands beside the value',
    [energy('3081', { format: 'SignedData' }), energy('42', { format: 'Raw' })],
    { energy_wh: 42 },
  ],
  [
    'energy of an interval is not the register',
    [of('Energy.Active.Import.Interval')('50'), power('1')],
    { energy_wh: null, power_w: 1 },
  ],
  [
    'exported and offered figures are not the car’s',
    [of('Energy.Active.Export.Register')('5'), of('Power.Offered')('9'), power('1')],
    { energy_wh: null, power_w: 1 },
  ],
  ['a register that fell below zero is kept as it is', [energy('-5')], { energy_wh: -5 }],
])('%s', (_, values, expected) => {
  const { reading, flags } = read(...values)
  expect(reading).toMatchObject({ at: Date.parse(timestamp), ...expected })
  expect(flags).toEqual([])
})

test.each(['12,5', 'NaN', 'Infinity', '', ' ', '0x10', '1e400', '99999999999999', '1.2.3', 'null'])(
  'leaves "%s" out and flags it',
  (value) => {
    const { reading, flags } = read(energy(value), power('5'))
    expect(reading).toMatchObject({ energy_wh: null, power_w: 5 })
    expect(flags).toEqual(['unreadable_value'])
  },
)

test.each(['-1', '101'])('leaves a charge of %s percent out', (value) => {
  expect(read(soc(value), power('5'))).toMatchObject({ reading: { soc: null }, flags: ['unreadable_value'] })
})

test('leaves a unit of another quantity out', () => {
  expect(read(power('5', { unit: 'kWh' }), energy('1'))).toMatchObject({
    reading: { power_w: null },
    flags: ['unknown_unit'],
  })
})

test('groups under one timestamp make one reading, groups that say nothing none', () => {
  const readings = readMeterValues(
    [
      { timestamp, sampledValue: [energy('10')] },
      { timestamp, sampledValue: [power('20')] },
      { timestamp: '2026-11-20T10:00:30Z', sampledValue: [energy('11')] },
      { timestamp: '2026-11-20T10:01:00Z', sampledValue: [] },
    ],
    () => {},
  )
  expect(readings).toMatchObject([
    { energy_wh: 10, power_w: 20 },
    { energy_wh: 11, power_w: null },
  ])
})

test('measurands in groups of their own under one time are one reading, as fine as its energy was written', () => {
  const groups = [[power('7400')], [energy('12.5', { unit: 'kWh' })], [energy('13', { unit: 'kWh' })]]
  const values = groups.map((sampledValue) => ({ timestamp, sampledValue }))
  const readings = readMeterValues(values, () => {})
  expect(readings).toHaveLength(1)
  expect(readings[0]).toMatchObject({ power_w: 7400, energy_wh: 12_500, resolution_wh: 100 })
})
