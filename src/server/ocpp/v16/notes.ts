import { checkClock } from '../../../shared/domain/meter-checks.ts'
import type { FlagName } from '../flags.ts'
import { fateOf } from './maintenance-words.ts'
import { type Caller, handler } from './message.ts'
import { type SecurityAlarm, securityEvent } from './security-events.ts'
import { readInstant } from './timestamp.ts'

/*
 * What a pile tells of updates, uploads and its security. Staff see it on the pile's page, every word and every kind of event
 * by itself; what went wrong is an alarm. All of it is in the database before the pile has its answer: it is not told twice.
 */

interface Status {
  status: string
  /** Of the security extension's requests, which it tells apart. */
  requestId?: number
}

/** Forged firmware is a matter of security whichever message tells of it. */
const FORGED: Record<string, SecurityAlarm> = {
  InvalidSignature: 'InvalidFirmwareSignature',
  InvalidCertificate: 'InvalidFirmwareSigningCertificate',
  RevokedCertificate: 'InvalidFirmwareSigningCertificate',
}
const FIRMWARE_FAILED = 'FirmwareUpdateFailed'
const UPLOAD_FAILED = 'UploadFailed'

/** How an update of the pile's firmware goes on (OCPP 1.6, 4.5). */
export const firmwareStatusNotification = handler<Status>('FirmwareStatusNotification', firmware)

/** The same for a signed update (security whitepaper, 4.8). */
export const signedFirmwareStatusNotification = handler<Status>('SignedFirmwareStatusNotification', firmware)

/** How an upload of diagnostics goes on (OCPP 1.6, 4.4). */
export const diagnosticsStatusNotification = handler<Status>('DiagnosticsStatusNotification', upload)

/** How an upload of a log goes on (security whitepaper, 4.6). */
export const logStatusNotification = handler<Status>('LogStatusNotification', upload)

/** A later update that works ends the alarms of those that did not. */
async function firmware(call: Status, caller: Caller): Promise<object> {
  const { pile, alarms, received_at: at } = caller
  const known = await noted('firmware_status', call, caller)
  if (known?.fate === 'failed') await fail(known.word, caller)
  if (known?.fate === 'done')
    for (const code of [FIRMWARE_FAILED, ...new Set(Object.values(FORGED))]) await alarms.clear(pile, code, null, at)
  return {}
}

async function fail(word: string, caller: Caller): Promise<void> {
  const { pile, alarms, received_at: at } = caller
  const forged = FORGED[word]
  if (forged)
    return await alarms.raise(pile, { code: forged, kind: 'security', connector_number: null, message: word, at })
  await alarms.raise(pile, { code: FIRMWARE_FAILED, kind: 'command', connector_number: null, message: word, at })
}

async function upload(call: Status, caller: Caller): Promise<object> {
  const { pile, alarms, received_at: at } = caller
  const known = await noted('diagnostics_status', call, caller)
  const alarm = {
    code: UPLOAD_FAILED,
    kind: 'command' as const,
    connector_number: null,
    message: known?.word ?? null,
    at,
  }
  if (known?.fate === 'failed') await alarms.raise(pile, alarm)
  if (known?.fate === 'done') await alarms.clear(pile, UPLOAD_FAILED, null, at)
  return {}
}

async function noted(flag: FlagName, { status, requestId }: Status, caller: Caller) {
  const known = fateOf(status)
  const subject = known?.word ?? status
  caller.flag(flag, requestId === undefined ? subject : `${subject}, request ${requestId}`, {
    subject,
    pinned: known !== null,
  })
  await caller.book.noted()
  return known
}

interface SecurityEventNotification {
  type: string
  timestamp?: string
  techInfo?: string
}

/** Something that concerns the pile's security (security whitepaper, 4.5). Its alarms are a person's to close. */
export const securityEventNotification = handler<SecurityEventNotification>(
  'SecurityEventNotification',
  async (call, caller) => {
    const { pile, alarms, flag, received_at } = caller
    const known = securityEvent(call.type)
    const subject = known?.type ?? call.type
    const told = call.timestamp ? readInstant(call.timestamp, flag) : received_at
    flag('security_event', call.techInfo ? `${subject}: ${call.techInfo}` : subject, {
      subject,
      pinned: known !== undefined,
    })
    await caller.book.noted()
    if (!known?.alarm) return {}
    // One that was away tells of it later; one whose clock cannot be believed, at some time.
    const at = checkClock(told, received_at) ? received_at : told
    const message = call.techInfo || null
    await alarms.raise(pile, { code: known.alarm, kind: 'security', connector_number: null, message, at })
    return {}
  },
)

/** Chargedeck is no certificate authority: piles sign in with passwords (security whitepaper, 4.7). */
export const signCertificate = handler('SignCertificate', () => ({ status: 'Rejected' }))
