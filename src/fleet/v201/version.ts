import { CallError } from '../frame.ts'
import type { Maintenance } from '../maintenance.ts'
import type { CallHandler, Pile } from '../pile.ts'
import type { Version } from '../version.ts'
import { cardCommands } from './commands/cards.ts'
import { chargingCommands } from './commands/charging.ts'
import { customerCommands } from './commands/customers.ts'
import { maintenanceCommands } from './commands/maintenance.ts'
import { monitoringCommands } from './commands/monitoring.ts'
import { networkCommands } from './commands/network.ts'
import { operationCommands } from './commands/operation.ts'
import { screenCommands } from './commands/screen.ts'
import { securityCommands } from './commands/security.ts'
import { smartChargingCommands } from './commands/smart-charging.ts'
import { variableCommands } from './commands/variables.ts'
import { DeviceModel } from './device-model.ts'
import type { Dialect } from './dialect.ts'
import { screen201, screenVariables } from './screen.ts'
import { Telling201 } from './telling.ts'

/** A version of OCPP 2, without local controllers and cars with contracts. */
export const version2 = (dialect: Dialect): Version => ({
  telling: (deps) => new Telling201(deps, dialect),
  commands(pile: Pile, maintenance: Maintenance) {
    const { screen = screen201, variables } = dialect
    const model = new DeviceModel(pile, [...(variables?.(pile) ?? []), ...screenVariables(pile, screen)])
    return spelt({
      ...chargingCommands(pile, dialect),
      ...operationCommands(pile, maintenance),
      ...cardCommands(pile),
      ...smartChargingCommands(pile, dialect),
      ...maintenanceCommands(maintenance),
      ...networkCommands(pile),
      ...securityCommands(pile, dialect.subprotocol),
      ...variableCommands(pile, model),
      ...monitoringCommands(pile, model, dialect.monitor),
      ...customerCommands(pile),
      ...screenCommands(pile, screen),
      ...dialect.commands?.(pile),
    })
  },
})

export const v201 = version2({ subprotocol: 'ocpp2.0.1' })

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
