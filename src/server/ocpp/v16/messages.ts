import type { Message } from '../every-version/message.ts'
import { CallRefused } from '../framing.ts'
import { authorize } from './authorize.ts'
import { bootNotification } from './boot-notification.ts'
import { dataTransfer } from './data-transfer.ts'
import { heartbeat } from './heartbeat.ts'
import { meterValues } from './meter-values.ts'
import {
  diagnosticsStatusNotification,
  firmwareStatusNotification,
  logStatusNotification,
  securityEventNotification,
  signCertificate,
  signedFirmwareStatusNotification,
} from './notes.ts'
import { schemas16 } from './schemas.ts'
import { startTransaction } from './start-transaction.ts'
import { statusNotification } from './status-notification.ts'
import { stopTransaction } from './stop-transaction.ts'

/** Every call that a pile may make in OCPP 1.6 and its security extension. */
const messages = new Map<string, Message>(
  [
    authorize,
    bootNotification,
    dataTransfer,
    diagnosticsStatusNotification,
    firmwareStatusNotification,
    heartbeat,
    logStatusNotification,
    meterValues,
    securityEventNotification,
    signCertificate,
    signedFirmwareStatusNotification,
    startTransaction,
    statusNotification,
    stopTransaction,
  ].map((message) => [message.action, message]),
)

/** The handler of an action, or the standard's refusal: not known at all, or known and not a pile's to call. */
export function messageOf(action: string): Message {
  const message = messages.get(action)
  if (message) return message
  if (schemas16.isAction(action)) throw new CallRefused('not_supported', `${action} is not a charge point's to call`)
  throw new CallRefused('not_implemented', `OCPP 1.6 knows no ${action.slice(0, 60)}`)
}
