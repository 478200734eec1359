import type { Message } from '../every-version/message.ts'
import { authorize } from './authorize.ts'
import { bootNotification } from './boot-notification.ts'
import { chargingLimits } from './charging-limits.ts'
import { WORDS } from './charging-profiles.ts'
import { notifyDisplayMessages } from './display-messages.ts'
import { heartbeat } from './heartbeat.ts'
import { meterValues } from './meter-values.ts'
import { notifyMonitoringReport } from './monitors.ts'
import {
  dataTransfer,
  firmwareStatusNotification,
  heard,
  logStatusNotification,
  securityEventNotification,
  signCertificate,
  unserved,
} from './notes.ts'
import { notifyCustomerInformation } from './notify-customer-information.ts'
import { notifyEvent } from './notify-event.ts'
import { notifyReport } from './notify-report.ts'
import { reportChargingProfiles } from './report-charging-profiles.ts'
import { reservationStatusUpdate } from './reservation-status-update.ts'
import { statusNotification } from './status-notification.ts'
import { transactionEvent } from './transaction-event.ts'

/** Every call that a pile may make in OCPP 2.0.1, and in those after it. */
export const messages: readonly Message[] = [
  authorize,
  bootNotification,
  dataTransfer,
  firmwareStatusNotification,
  heartbeat,
  logStatusNotification,
  meterValues,
  notifyCustomerInformation,
  notifyDisplayMessages,
  notifyEvent,
  notifyMonitoringReport,
  notifyReport,
  reservationStatusUpdate,
  securityEventNotification,
  signCertificate,
  statusNotification,
  transactionEvent,
  ...chargingLimits,
  reportChargingProfiles(WORDS),
  ...heard,
  ...unserved,
]
