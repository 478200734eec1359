import { chargingCommands } from './commands/charging.ts'
import { localListCommands } from './commands/local-list.ts'
import { maintenanceCommands } from './commands/maintenance.ts'
import { operationCommands } from './commands/operation.ts'
import { reservationCommands } from './commands/reservation.ts'
import { securityCommands } from './commands/security.ts'
import { smartChargingCommands } from './commands/smart-charging.ts'
import { Maintenance } from './maintenance.ts'
import type { MaintenanceOptions } from './maintenance-faults.ts'
import { Pile, type PileOptions } from './pile.ts'
import { httpTransfer, type Transfer } from './transfer.ts'

/** A pile that obeys every call of OCPP 1.6: Core, Firmware, Local Auth List, Reservation, Smart Charging, Trigger; certificates of the security extension. */
export function virtualPile(
  options: PileOptions,
  faults?: MaintenanceOptions,
  transfer: Transfer = httpTransfer,
): Pile {
  const pile = new Pile(options)
  const maintenance = new Maintenance(pile, transfer, faults)
  const commands = {
    ...chargingCommands(pile),
    ...operationCommands(pile, maintenance),
    ...localListCommands(pile),
    ...reservationCommands(pile),
    ...smartChargingCommands(pile),
    ...maintenanceCommands(maintenance),
    ...securityCommands(pile),
  }
  pile.obey(new Map(Object.entries(commands)))
  return pile
}
