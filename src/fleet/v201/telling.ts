import type { InstalledProfile } from '../charging-profiles.ts'
import type { Payload } from '../frame.ts'
import type { ErrorCode, IdTagInfo, MeterValue } from '../messages.ts'
import { placeOf, plateOf } from '../models.ts'
import { isoOf } from '../open-transactions.ts'
import type { BootReason, Fault, Gun, Said, Telling, TellingDeps } from '../telling.ts'
import type { Dialect } from './dialect.ts'
import { meterWords } from './meter-words.ts'
import { infoFrom, tokenOf } from './tokens.ts'
import { Transactions201 } from './transactions.ts'

/** The component of a pile that a fault concerns, and what it reports of itself (part 2, appendix 3). */
const FAULTY: Readonly<Partial<Record<ErrorCode, [component: string, variable: string]>>> = {
  ConnectorLockFailure: ['ConnectorPlugRetentionLock', 'Problem'],
  EVCommunicationError: ['CPPWMController', 'Problem'],
  GroundFailure: ['GroundIsolationProtection', 'Tripped'],
  HighTemperature: ['TemperatureSensor', 'Problem'],
  OverCurrentFailure: ['OverCurrentProtection', 'Tripped'],
  OverVoltage: ['ElectricalFeed', 'Problem'],
  UnderVoltage: ['ElectricalFeed', 'Problem'],
  PowerMeterFailure: ['FiscalMetering', 'Problem'],
  PowerSwitchFailure: ['PowerContactor', 'Problem'],
  ReaderFailure: ['TokenReader', 'Problem'],
  WeakSignal: ['DataLink', 'Problem'],
}
/** These are the whole pile's, and these an EVSE's; the others are a connector's. */
const OF_PILE: readonly string[] = ['DataLink', 'ElectricalFeed', 'TokenReader']
const OF_EVSE: readonly string[] = ['FiscalMetering', 'OverCurrentProtection', 'PowerContactor', 'TemperatureSensor']

/** What a pile tells in the words of OCPP 2. */
export class Telling201 implements Telling {
  readonly subprotocol: string
  readonly signedFirmware = 'FirmwareStatusNotification'
  readonly transactions: Transactions201
  readonly #deps: TellingDeps
  #events = 0

  constructor(deps: TellingDeps, { subprotocol, limits, costs }: Dialect) {
    this.subprotocol = subprotocol
    this.#deps = deps
    this.transactions = new Transactions201(deps, limits, costs)
  }

  boot(reason: BootReason): Payload {
    const { vendor, model, serial, firmware } = plateOf(this.#deps)
    return {
      reason,
      chargingStation: { vendorName: vendor, model, serialNumber: serial, firmwareVersion: firmware },
    }
  }

  authorize(idTag: string): Payload {
    return { idToken: tokenOf(idTag) }
  }

  authorized({ idTokenInfo }: Payload): IdTagInfo {
    return infoFrom(idTokenInfo as Payload | undefined) ?? { status: 'Invalid' }
  }

  /** Whether a car charges its transaction tells (G01). */
  stateOf({ status, isPlugged }: Gun): string {
    if (status === 'Faulted' || status === 'Unavailable' || status === 'Reserved') return status
    return isPlugged ? 'Occupied' : 'Available'
  }

  status(gun: Gun | undefined): Said | null {
    // The pile as a whole has no state of its own there.
    if (!gun) return null
    const { evse: evseId, connector: connectorId } = placeOf(this.#deps.model, gun.id)
    const timestamp = isoOf(this.#deps.now())
    const payload = { timestamp, connectorStatus: this.stateOf(gun), evseId, connectorId }
    return { action: 'StatusNotification', payload }
  }

  meter({ id }: Gun, value: MeterValue): Said {
    const payload = { evseId: placeOf(this.#deps.model, id).evse, meterValue: [meterWords(value)] }
    return { action: 'MeterValues', payload }
  }

  /** N07: what the pile watches by itself; it needs no monitor. */
  fault({ id }: Gun, { code, info, vendor }: Fault, hasGone: boolean): Said {
    const at = isoOf(this.#deps.now())
    const [name, variable] = FAULTY[code] ?? ['Connector', 'Problem']
    const event = {
      ...{
        eventId: ++this.#events,
        timestamp: at,
        trigger: 'Alerting',
        eventNotificationType: 'HardWiredNotification',
      },
      ...{ actualValue: String(!hasGone), techCode: vendor ?? code, ...(info && { techInfo: info }), cleared: hasGone },
      component: { name, ...this.#whereOf(name, id) },
      variable: { name: variable },
    }
    return { action: 'NotifyEvent', payload: { generatedAt: at, tbc: false, seqNo: 0, eventData: [event] } }
  }

  #whereOf(component: string, gun: number) {
    const { evse: id, connector: connectorId } = placeOf(this.#deps.model, gun)
    if (OF_PILE.includes(component)) return {}
    return { evse: OF_EVSE.includes(component) ? { id } : { id, connectorId } }
  }

  /** H04. */
  reservationOver(reservationId: number): Said {
    return { action: 'ReservationStatusUpdate', payload: { reservationId, reservationUpdateStatus: 'Expired' } }
  }

  /** K11, K12. */
  limited({ connector, profile, source }: InstalledProfile): Said {
    const { chargingProfileId: id, chargingSchedule } = profile
    const payload = {
      evseId: connector === 0 ? 0 : placeOf(this.#deps.model, connector).evse,
      chargingLimit: { chargingLimitSource: source?.name ?? 'Other', isGridCritical: source?.critical ?? false },
      chargingSchedule: [{ id: Math.abs(id), ...chargingSchedule }],
    }
    return { action: 'NotifyChargingLimit', payload }
  }

  /** K13. */
  released(source: string): Said {
    return { action: 'ClearedChargingLimit', payload: { chargingLimitSource: source } }
  }

  signCertificate(csr: string): Payload {
    return { csr, certificateType: 'ChargingStationCertificate' }
  }
}
