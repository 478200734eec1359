import { boot } from '../every-version/boot.ts'
import { reporter } from '../every-version/message.ts'

interface BootNotification {
  reason: string
  chargingStation: {
    vendorName: string
    model: string
    serialNumber?: string
    firmwareVersion?: string
  }
}

/** A pile started (B01). */
export const bootNotification = reporter<BootNotification>('BootNotification', ({ chargingStation: station }, caller) =>
  boot(
    {
      vendor: station.vendorName,
      model: station.model,
      serial_number: station.serialNumber,
      firmware_version: station.firmwareVersion,
    },
    caller,
    true,
  ),
)
