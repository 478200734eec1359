import { screen201 } from '../v201/screen.ts'
import { version2 } from '../v201/version.ts'
import { limits, supportedLimits } from './limits.ts'
import { priorityCommands, supportedPurposes } from './priority.ts'

/** OCPP 2.1: what it says as 2.0.1 does stands there; besides, its transactions keep to their limits and may charge with priority. */
export const v21 = version2({
  ...{ subprotocol: 'ocpp2.1', limits, variables: [supportedLimits, supportedPurposes] },
  profiles: { purposes: ['PriorityCharging'] },
  commands: priorityCommands,
  screen: {
    ...screen201,
    formats: [...screen201.formats, 'QRCODE'],
    states: [...screen201.states, 'Suspended', 'Discharging'],
    languages: ['zh-Hans', 'en-GB'],
  },
  monitor: { eventNotificationType: 'CustomMonitor' },
})
