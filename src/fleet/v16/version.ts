import type { Maintenance } from '../maintenance.ts'
import type { Pile } from '../pile.ts'
import type { Version } from '../version.ts'
import { chargingCommands } from './commands/charging.ts'
import { localListCommands } from './commands/local-list.ts'
import { maintenanceCommands } from './commands/maintenance.ts'
import { operationCommands } from './commands/operation.ts'
import { reservationCommands } from './commands/reservation.ts'
import { securityCommands } from './commands/security.ts'
import { smartChargingCommands } from './commands/smart-charging.ts'
import { Telling16 } from './telling.ts'

/** OCPP 1.6: Core, Firmware, Local Auth List, Reservation, Smart Charging, Trigger; certificates of the security extension. */
export const v16: Version = {
  telling: (deps) => new Telling16(deps),
  commands: (pile: Pile, maintenance: Maintenance) => ({
    ...chargingCommands(pile),
    ...operationCommands(pile, maintenance),
    ...localListCommands(pile),
    ...reservationCommands(pile),
    ...smartChargingCommands(pile),
    ...maintenanceCommands(maintenance),
    ...securityCommands(pile),
  }),
}
