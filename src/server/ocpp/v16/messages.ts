import { messagesOf } from '../every-version/messages.ts'
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
export const messageOf = messagesOf(schemas16, 'charge point', [
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
])
