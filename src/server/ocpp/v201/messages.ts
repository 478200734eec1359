import type { Message } from '../every-version/message.ts'
import { CallRefused } from '../framing.ts'
import { authorize } from './authorize.ts'
import { bootNotification } from './boot-notification.ts'
import { heartbeat } from './heartbeat.ts'
import { meterValues } from './meter-values.ts'
import {
  dataTransfer,
  firmwareStatusNotification,
  heard,
  logStatusNotification,
  securityEventNotification,
  signCertificate,
  unserved,
} from './notes.ts'
import { schemas201 } from './schemas.ts'
import { statusNotification } from './status-notification.ts'
import { transactionEvent } from './transaction-event.ts'

/** Every call that a pile may make in OCPP 2.0.1. */
const messages = new Map<string, Message>(
  [
    authorize,
    bootNotification,
    dataTransfer,
    firmwareStatusNotification,
    heartbeat,
    logStatusNotification,
    meterValues,
    securityEventNotification,
    signCertificate,
    statusNotification,
    transactionEvent,
    ...heard,
    ...unserved,
  ].map((message) => [message.action, message]),
)

/** The handler of an action, or the standard's refusal: not known at all, or known and not a pile's to call. */
export function messageOf(action: string): Message {
  const message = messages.get(action)
  if (message) return message
  if (schemas201.isAction(action))
    throw new CallRefused('not_supported', `${action} is not a charging station's to call`)
  throw new CallRefused('not_implemented', `OCPP 2.0.1 knows no ${action}`)
}
