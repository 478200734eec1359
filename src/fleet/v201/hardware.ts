import type { Connector } from '../connector.ts'
import { connectorsAt, MAINS_V, placeOf } from '../models.ts'
import type { Pile } from '../pile.ts'
import type { Variable } from './variable.ts'

type Where = Pick<Variable, 'evse' | 'part'>
type More = Partial<Variable>

const shows = (
  component: string,
  where: Where,
  variables: [string, Variable['type'], string | (() => string), More?][],
) =>
  variables.map(
    ([variable, type, value, more]): Variable => ({
      ...{ component, variable, type, ...where },
      read: typeof value === 'string' ? () => value : value,
      ...more,
    }),
  )

const watched = (unit: string, min: number, max: number): More => ({ unit, min, max, isWatched: true })
const fixed: More = { isConstant: true }

/** What a part says of itself: whether it is there, works and has a problem (part 2, appendix 3). */
const health = (hasProblem: () => boolean): [string, Variable['type'], string | (() => string), More?][] => [
  ['Available', 'boolean', 'true', fixed],
  ['Enabled', 'boolean', 'true'],
  ['Problem', 'boolean', () => String(hasProblem()), { isWatched: true }],
]

/** The parts that a pile is made of. */
export function hardware(pile: Pile): Variable[] {
  const { evses } = pile.model
  const many = evses?.length ?? pile.connectors.length
  const each = Array.from({ length: many }, (_, index) => index + 1)
  return [
    ...station(pile),
    ...each.flatMap((evse) => evseParts(pile, evse)),
    ...pile.connectors.flatMap((one) => connectorParts(pile, one)),
  ]
}

function station(pile: Pile): Variable[] {
  const { model, connectors, memory } = pile
  const isFaulty = () => connectors.some(({ fault }) => fault)
  const state = () => (memory.inoperative.includes(0) ? 'Unavailable' : 'Available')
  const power = () => connectors.reduce((sum, connector) => sum + connector.power_w, 0).toFixed(0)
  return [
    ...shows('ChargingStation', {}, [
      ...health(isFaulty),
      ['AvailabilityState', 'OptionList', state, { values: STATES }],
      ['Model', 'string', model.model, fixed],
      ['VendorName', 'string', model.vendor, fixed],
      ['SerialNumber', 'string', pile.station.slice(0, 25), fixed],
      ['FirmwareVersion', 'string', () => memory.firmware],
      ['SupplyPhases', 'integer', String(model.phases), fixed],
      ['Power', 'decimal', power, watched('W', 0, model.power_w)],
      ['AllowReset', 'boolean', 'true', fixed],
    ]),
    ...shows('Controller', {}, [
      ['Manufacturer', 'string', model.vendor, fixed],
      ['FirmwareVersion', 'string', () => memory.firmware],
      ['Temperature', 'decimal', () => (36 + Number(power()) / 12_000).toFixed(1), watched('Celsius', -30, 95)],
      ['Count', 'integer', () => String(memory.queue.length)],
    ]),
    ...shows('ElectricalFeed', {}, [
      ...health(() => connectors.some(({ fault }) => fault?.code === 'OverVoltage' || fault?.code === 'UnderVoltage')),
      ['ACVoltage', 'decimal', String(MAINS_V), watched('V', 180, 276)],
      ['ACCurrent', 'decimal', () => (Number(power()) / MAINS_V / model.phases).toFixed(1), watched('A', 0, 800)],
      ['Frequency', 'decimal', '50.0', watched('Hz', 45, 55)],
      ['PhaseRotation', 'OptionList', model.phases === 3 ? 'RST' : 'Rxx', { values: 'RST,RTS,SRT,STR,TRS,TSR,Rxx' }],
    ]),
    ...shows('DataLink', {}, [
      ...health(() => connectors.some(({ fault }) => fault?.code === 'WeakSignal')),
      ['SignalStrength', 'decimal', '-71', watched('dBm', -140, -50)],
      ['ICCID', 'string', '8986002126085301', fixed],
      ['IMSI', 'string', '460001234567890', fixed],
      ['NetworkAddress', 'string', '10.20.0.17'],
    ]),
    ...shows('Display', {}, [...health(() => false), ['Model', 'string', 'LCD 7 in', fixed]]),
    ...shows('TokenReader', {}, [
      ...health(() => connectors.some(({ fault }) => fault?.code === 'ReaderFailure')),
      ['TokenType', 'OptionList', 'ISO14443', { values: 'ISO14443,ISO15693' }],
    ]),
    ...shows('CaseAccessSensor', {}, [...health(() => false), ['Active', 'boolean', 'false', { isWatched: true }]]),
    ...shows('EmergencyStopSensor', {}, [...health(() => false), ['Active', 'boolean', 'false', { isWatched: true }]]),
    ...shows('AirCoolingSystem', {}, [
      ...health(() => false),
      ['FanSpeed', 'decimal', () => (Number(power()) > 0 ? '2200' : '600'), watched('RPM', 0, 4_000)],
    ]),
    ...shows('RealTimeClock', {}, [...health(() => false)]),
    ...shows('HumiditySensor', {}, [['Humidity', 'decimal', '48', watched('RH', 0, 100)]]),
  ]
}

const STATES = 'Available,Occupied,Reserved,Unavailable,Faulted'

function evseParts(pile: Pile, id: number): Variable[] {
  const { model } = pile
  const guns = connectorsAt(model, id).flatMap((number) => pile.connector(number) ?? [])
  const at = { evse: { id } }
  const power = () => guns.reduce((sum, gun) => sum + gun.power_w, 0)
  const register = () => guns.reduce((sum, gun) => sum + gun.register_wh, 0)
  const state = () => guns.map(({ status }) => status).find((status) => status !== 'Available') ?? 'Available'
  const plain = () => (STATES.split(',').includes(state()) ? state() : 'Occupied')
  return [
    ...shows('EVSE', at, [
      ...health(() => guns.some(({ fault }) => fault)),
      ['AvailabilityState', 'OptionList', plain, { values: STATES }],
      ['Power', 'decimal', () => power().toFixed(0), watched('W', 0, model.power_w)],
      ['SupplyPhases', 'integer', String(model.phases), fixed],
      ['AllowReset', 'boolean', 'true', fixed],
      ['EvseId', 'string', `CN*CDK*E${pile.station.replaceAll(/[^A-Z0-9]/gi, '').slice(-16)}*${id}`],
    ]),
    ...shows('FiscalMetering', at, [
      ...health(() => guns.some(({ fault }) => fault?.code === 'PowerMeterFailure')),
      ['EnergyImportRegister', 'decimal', () => String(register()), watched('Wh', 0, 1e9)],
      ['Manufacturer', 'string', 'Chint', fixed],
      ['SerialNumber', 'string', `M${pile.station.slice(-4)}${id}`, fixed],
    ]),
    ...shows('TemperatureSensor', at, [
      ['Temperature', 'decimal', () => (28 + power() / 8_000).toFixed(1), watched('Celsius', -30, 110)],
      [
        'Problem',
        'boolean',
        () => String(guns.some(({ fault }) => fault?.code === 'HighTemperature')),
        { isWatched: true },
      ],
    ]),
    ...shows('PowerContactor', at, [...health(() => false), ['Active', 'boolean', () => String(power() > 0)]]),
    ...shows('OverCurrentProtection', at, [
      ['Tripped', 'boolean', () => String(guns.some(({ fault }) => fault?.code === 'OverCurrentFailure'))],
      ['ACCurrent', 'decimal', '32', { unit: 'A' }],
    ]),
  ]
}

function connectorParts({ model }: Pile, gun: Connector): Variable[] {
  const { evse: id, connector: connectorId } = placeOf(model, gun.id)
  const at = { evse: { id, connectorId } }
  const has = (code: string) => () => gun.fault?.code === code
  const kind = model.current === 'DC' ? ['cGBT', 'CHAdeMO'] : ['sType2', 'CPPWM']
  return [
    ...shows('Connector', at, [
      ...health(() => gun.fault !== undefined),
      ['AvailabilityState', 'OptionList', () => (gun.isPlugged ? 'Occupied' : 'Available'), { values: STATES }],
      ['ConnectorType', 'string', kind[0] ?? '', fixed],
      ['ChargeProtocol', 'string', kind[1] ?? '', fixed],
      ['SupplyPhases', 'integer', String(model.phases), fixed],
    ]),
    ...shows('ConnectorPlugRetentionLock', at, [
      ...health(has('ConnectorLockFailure')),
      ['Active', 'boolean', () => String(gun.session !== undefined)],
    ]),
    ...shows('CPPWMController', at, [
      ...health(has('EVCommunicationError')),
      ['State', 'string', () => (gun.session ? 'C' : gun.isPlugged ? 'B' : 'A')],
    ]),
    ...shows('GroundIsolationProtection', at, [
      ['Tripped', 'boolean', () => String(has('GroundFailure')()), { isWatched: true }],
      ['Impedance', 'decimal', () => (has('GroundFailure')() ? '21000' : '940000'), watched('Ohm', 0, 1e6)],
    ]),
  ]
}
