import { maybe, object, status, text, whole } from '../../fields.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import { remoteStart } from '../../remote-start.ts'
import { profileFrom } from './smart-charging.ts'

/** Starting, stopping and unlocking from afar (OCPP 1.6, clauses 5.11, 5.12 and 5.18). */
export const chargingCommands = (pile: Pile): Record<string, CallHandler> => ({
  RemoteStartTransaction(payload) {
    const idTag = text(payload, 'idTag')
    const id = maybe(whole, payload, 'connectorId')
    const chosen = maybe(object, payload, 'chargingProfile')
    const at = pile.connectors.filter((connector) => id === undefined || connector.id === id)
    const start = remoteStart(pile, { idTag, at, profile: chosen && profileFrom(chosen) })
    return start ? status('Accepted', start.effect) : status('Rejected')
  },

  RemoteStopTransaction(payload) {
    const id = whole(payload, 'transactionId')
    const connector = pile.connectors.find(({ session }) => session?.transaction.id === id)
    return connector ? status('Accepted', () => connector.stop('Remote')) : status('Rejected')
  },

  UnlockConnector(payload) {
    const connector = pile.connector(whole(payload, 'connectorId'))
    if (!connector) return status('NotSupported')
    if (connector.fault?.code === 'ConnectorLockFailure') return status('UnlockFailed')
    return status('Unlocked', async () => {
      await connector.stop('UnlockCommand')
      pile.watch.unlocked?.(connector)
    })
  },
})
