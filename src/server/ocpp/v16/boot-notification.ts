import { boot, kept } from '../every-version/boot.ts'
import { reporter } from '../every-version/message.ts'

interface BootNotification {
  chargePointVendor: string
  chargePointModel: string
  chargePointSerialNumber?: string
  /** Deprecated, and all that some piles send. */
  chargeBoxSerialNumber?: string
  firmwareVersion?: string
}

/** A pile started (OCPP 1.6, 4.2). */
export const bootNotification = reporter<BootNotification>('BootNotification', (call, caller) =>
  boot(
    {
      vendor: call.chargePointVendor,
      model: call.chargePointModel,
      serial_number: kept(call.chargePointSerialNumber) ?? call.chargeBoxSerialNumber,
      firmware_version: call.firmwareVersion,
    },
    caller,
  ),
)
