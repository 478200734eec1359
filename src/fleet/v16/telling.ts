import type { Payload } from '../frame.ts'
import type { IdTagInfo, MeterValue } from '../messages.ts'
import { plateOf } from '../models.ts'
import { isoOf } from '../open-transactions.ts'
import type { Gun, Said, Telling, TellingDeps } from '../telling.ts'
import { Transactions16 } from './transactions.ts'

/** What a pile tells in the words of OCPP 1.6. */
export class Telling16 implements Telling {
  readonly subprotocol = 'ocpp1.6'
  readonly signedFirmware = 'SignedFirmwareStatusNotification'
  readonly transactions: Transactions16
  readonly #deps: TellingDeps

  constructor(deps: TellingDeps) {
    this.#deps = deps
    this.transactions = new Transactions16(deps)
  }

  boot(): Payload {
    const { vendor, model, serial, firmware, meter } = plateOf(this.#deps)
    return {
      chargePointVendor: vendor,
      chargePointModel: model,
      chargePointSerialNumber: serial,
      firmwareVersion: firmware,
      meterType: meter,
    }
  }

  authorize(idTag: string): Payload {
    return { idTag }
  }

  authorized({ idTagInfo }: Payload): IdTagInfo {
    return (idTagInfo as IdTagInfo | undefined) ?? { status: 'Invalid' }
  }

  stateOf({ status, errorCode }: Gun): string {
    return `${status} ${errorCode}`
  }

  status(gun: Gun | undefined): Said {
    const whole = this.#deps.memory.inoperative.includes(0) ? 'Unavailable' : 'Available'
    const payload: Payload = {
      connectorId: gun?.id ?? 0,
      errorCode: gun?.errorCode ?? 'NoError',
      status: gun?.status ?? whole,
      timestamp: isoOf(this.#deps.now()),
    }
    if (gun?.fault?.info) payload.info = gun.fault.info
    if (gun?.fault?.vendor) payload.vendorErrorCode = gun.fault.vendor
    return { action: 'StatusNotification', payload }
  }

  meter({ id: connectorId }: Gun, value: MeterValue): Said {
    return { action: 'MeterValues', payload: { connectorId, meterValue: [value] } }
  }

  fault() {
    return null
  }

  reservationOver() {
    return null
  }

  /** It has no words for other systems' limits. */
  limited() {
    return null
  }

  released() {
    return null
  }

  signCertificate(csr: string): Payload {
    return { csr }
  }
}
