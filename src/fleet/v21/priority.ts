import { hasPriority } from '../charging-profiles.ts'
import type { Connector } from '../connector.ts'
import { text } from '../fields.ts'
import { CallError, type Payload } from '../frame.ts'
import type { CallHandler, Pile } from '../pile.ts'
import type { Variable } from '../v201/variable.ts'

/** Which purposes of profiles it takes beyond those of 2.0.1 (K01.FR.120). */
export const supportedPurposes: Variable = {
  ...{ component: 'SmartChargingCtrlr', variable: 'SupportedAdditionalPurposes', type: 'MemberList' },
  ...{ isConstant: true, values: 'PriorityCharging,LocalGeneration' },
  read: () => 'PriorityCharging',
}

/** Whether the transaction at a connector could charge with priority. */
function mayHavePriority(pile: Pile, { id: connector, session }: Connector): boolean {
  const since = session?.transaction.started_at
  return hasPriority(pile.memory.profiles, { connector, at: pile.clock.now(), since, phases: pile.model.phases })
}

/** It begins or ends, and is told, later where the network is gone (K21.FR.04 to K21.FR.08, K22); what is so already is no news. */
function setPriority(pile: Pile, connector: Connector, on: boolean) {
  const transaction = connector.session?.transaction
  if (!transaction || (transaction.priority ?? false) === on) return
  transaction.priority = on
  connector.refresh()
  const payload = { transactionId: transaction.id, activated: on }
  return pile.messages.queue({ action: 'NotifyPriorityCharging', local: transaction.local, payload })
}

/** A person presses the button at the pile (K22); false where the pile says that it cannot (K22.FR.01). */
export async function pressPriority(pile: Pile, connector: Connector, on: boolean): Promise<boolean> {
  if (!connector.session || (on && !mayHavePriority(pile, connector))) return false
  await setPriority(pile, connector, on)
  return true
}

const answer = (status: string, reasonCode?: string): Payload => ({
  status,
  ...(reasonCode && { statusInfo: { reasonCode } }),
})

function activateIn({ activate }: Payload): boolean {
  if (typeof activate !== 'boolean') throw new CallError('TypeConstraintViolation', 'activate is no boolean')
  return activate
}

/** Charging with priority (K21). */
export const priorityCommands = (pile: Pile): Record<string, CallHandler> => ({
  UsePriorityCharging(payload) {
    const id = text(payload, 'transactionId')
    const on = activateIn(payload)
    const connector = pile.connectors.find(({ session }) => session?.transaction.id === id)
    if (!connector) return { payload: answer('Rejected', 'TxNotFound') }
    if (on && !mayHavePriority(pile, connector)) return { payload: answer('NoProfile', 'NotFound') }
    return { payload: answer('Accepted'), effect: () => setPriority(pile, connector, on) }
  },
})
