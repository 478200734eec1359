import { screen201 } from '../v201/screen.ts'
import { version2 } from '../v201/version.ts'
import { costs } from './costs.ts'
import { dynamicCommands, supportedProfiles } from './dynamic.ts'
import { limits, supportedLimits } from './limits.ts'
import { networkVariables } from './network.ts'
import { priorityCommands, supportedPurposes } from './priority.ts'
import { tariffCommands, tariffVariables } from './tariffs.ts'

/**
 * OCPP 2.1: what it says as 2.0.1 does stands there; besides, its transactions keep to their limits and may
 * charge with priority, and it reckons what they cost.
 */
export const v21 = version2({
  ...{ subprotocol: 'ocpp2.1', limits, costs },
  variables: (pile) => [
    supportedLimits,
    supportedPurposes,
    ...supportedProfiles,
    ...tariffVariables(pile),
    ...networkVariables(pile),
  ],
  profiles: { purposes: ['PriorityCharging'], kinds: ['Dynamic'] },
  commands: (pile) => ({ ...priorityCommands(pile), ...dynamicCommands(pile), ...tariffCommands(pile) }),
  screen: {
    ...screen201,
    formats: [...screen201.formats, 'QRCODE'],
    states: [...screen201.states, 'Suspended', 'Discharging'],
    languages: ['zh-Hans', 'en-GB'],
  },
  monitor: { eventNotificationType: 'CustomMonitor' },
})
