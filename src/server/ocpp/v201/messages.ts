import { messagesOf } from '../every-version/messages.ts'
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
import { notifyEvent } from './notify-event.ts'
import { notifyReport } from './notify-report.ts'
import { schemas201 } from './schemas.ts'
import { statusNotification } from './status-notification.ts'
import { transactionEvent } from './transaction-event.ts'

/** Every call that a pile may make in OCPP 2.0.1. */
export const messageOf = messagesOf(schemas201, 'charging station', [
  authorize,
  bootNotification,
  dataTransfer,
  firmwareStatusNotification,
  heartbeat,
  logStatusNotification,
  meterValues,
  notifyEvent,
  notifyReport,
  securityEventNotification,
  signCertificate,
  statusNotification,
  transactionEvent,
  ...heard,
  ...unserved,
])
