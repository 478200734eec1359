import { version2 } from '../v201/version.ts'
import { limits, supportedLimits } from './limits.ts'

/** OCPP 2.1: what it says as 2.0.1 does stands there; besides, its transactions keep to their limits. */
export const v21 = version2({
  ...{ subprotocol: 'ocpp2.1', limits, variables: [supportedLimits] },
  monitor: { eventNotificationType: 'CustomMonitor' },
})
