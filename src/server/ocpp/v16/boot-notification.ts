import { reporter } from '../every-version/message.ts'

interface BootNotification {
  chargePointVendor: string
  chargePointModel: string
  chargePointSerialNumber?: string
  /** Deprecated, and all that some piles send. */
  chargeBoxSerialNumber?: string
  firmwareVersion?: string
}

// What staff see and may edit holds 60 characters; the frame in the log has all of it.
const kept = (text: string | undefined) => text?.trim().slice(0, 60) || undefined

/** A pile started. It is known by its address and password, so it is always accepted (OCPP 1.6, 4.2). */
export const bootNotification = reporter<BootNotification>(
  'BootNotification',
  async (call, { events, received_at }) => {
    const facts = {
      vendor: kept(call.chargePointVendor) ?? '',
      model: kept(call.chargePointModel) ?? '',
      serial_number: kept(call.chargePointSerialNumber) ?? kept(call.chargeBoxSerialNumber),
      firmware_version: kept(call.firmwareVersion),
    }
    const interval = await events.booted(facts, received_at)
    return {
      answer: { status: 'Accepted', currentTime: new Date().toISOString(), interval },
      sign: { shows: 'boot', firmware_version: facts.firmware_version ?? null },
    }
  },
)
