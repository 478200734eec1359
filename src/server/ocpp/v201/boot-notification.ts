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

// What staff see and may edit holds 60 characters; the frame in the log has all of it.
const kept = (text: string | undefined) => text?.trim().slice(0, 60) || undefined

/** A pile started. It is known by its address and password, so it is always accepted (B01.FR.02). */
export const bootNotification = reporter<BootNotification>(
  'BootNotification',
  async ({ chargingStation: station }, { events, received_at }) => {
    const facts = {
      vendor: kept(station.vendorName) ?? '',
      model: kept(station.model) ?? '',
      serial_number: kept(station.serialNumber),
      firmware_version: kept(station.firmwareVersion),
    }
    const interval = await events.booted(facts, received_at)
    return {
      answer: { status: 'Accepted', currentTime: new Date().toISOString(), interval },
      sign: { shows: 'boot', firmware_version: facts.firmware_version ?? null },
    }
  },
)
