import { handler } from './message.ts'

interface BootNotification {
  chargePointVendor: string
  chargePointModel: string
  chargePointSerialNumber?: string
  /** Deprecated, and all that some piles send. */
  chargeBoxSerialNumber?: string
  firmwareVersion?: string
}

const HEARTBEAT_SECONDS = 300
const JITTER_SECONDS = 60

/** Piles that came back together must not beat together: each gets an interval of its own, the same at every boot. */
export const heartbeatSeconds = (pile_id: number): number => HEARTBEAT_SECONDS - ((pile_id * 37) % JITTER_SECONDS)

// What staff see and may edit holds 60 characters; the frame in the log has all of it.
const kept = (text: string | undefined) => text?.trim().slice(0, 60) || undefined

/** A pile started. It is known by its address and password, so it is always accepted (OCPP 1.6, 4.2). */
export const bootNotification = handler<BootNotification>(
  'BootNotification',
  async (call, { book, pile, received_at }) => {
    const interval = heartbeatSeconds(pile.id)
    const facts = {
      vendor: kept(call.chargePointVendor) ?? '',
      model: kept(call.chargePointModel) ?? '',
      serial_number: kept(call.chargePointSerialNumber) ?? kept(call.chargeBoxSerialNumber),
      firmware_version: kept(call.firmwareVersion),
      heartbeat_seconds: interval,
    }
    await book.booted(pile, facts, received_at)
    return { status: 'Accepted', currentTime: new Date().toISOString(), interval }
  },
)
