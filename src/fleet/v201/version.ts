import { CallError } from '../frame.ts'
import type { Maintenance } from '../maintenance.ts'
import type { CallHandler, Pile } from '../pile.ts'
import type { Version } from '../version.ts'
import { cardCommands } from './commands/cards.ts'
import { chargingCommands } from './commands/charging.ts'
import { customerCommands } from './commands/customers.ts'
import { maintenanceCommands } from './commands/maintenance.ts'
import { monitoringCommands } from './commands/monitoring.ts'
import { operationCommands } from './commands/operation.ts'
import { securityCommands } from './commands/security.ts'
import { smartChargingCommands } from './commands/smart-charging.ts'
import { variableCommands } from './commands/variables.ts'
import { DeviceModel } from './device-model.ts'
import { Telling201 } from './telling.ts'

/** OCPP 2.0.1, without display messages, networks that it is told, local controllers and cars with contracts. */
export const v201: Version = {
  telling: (...given) => new Telling201(...given),
  commands(pile: Pile, maintenance: Maintenance) {
    const model = new DeviceModel(pile)
    return spelt({
      ...chargingCommands(pile),
      ...operationCommands(pile, maintenance),
      ...cardCommands(pile),
      ...smartChargingCommands(pile),
      ...maintenanceCommands(maintenance),
      ...securityCommands(pile),
      ...variableCommands(pile, model),
      ...monitoringCommands(pile, model),
      ...customerCommands(pile),
    })
  },
}

/** 1.6 spells one of its errors otherwise. */
function spelt(commands: Record<string, CallHandler>): Record<string, CallHandler> {
  const spell = (error: unknown): never => {
    if (error instanceof CallError && error.code === 'OccurenceConstraintViolation')
      throw new CallError('OccurrenceConstraintViolation', error.message)
    throw error
  }
  return Object.fromEntries(
    Object.entries(commands).map(([action, answer]): [string, CallHandler] => [
      action,
      async (payload) => {
        try {
          return await answer(payload)
        } catch (error) {
          return spell(error)
        }
      },
    ]),
  )
}
