import { install } from '../charging-profiles.ts'
import type { Connector } from '../connector.ts'
import type { ChargingProfile } from '../messages.ts'
import type { CallHandler, Pile } from '../pile.ts'
import { maybe, object, status, text, whole } from './fields.ts'
import { profileFrom } from './smart-charging.ts'

/** Starting, stopping and unlocking from afar (OCPP 1.6, clauses 5.11, 5.12 and 5.18). */
export const chargingCommands = (pile: Pile): Record<string, CallHandler> => ({
  RemoteStartTransaction(payload) {
    const idTag = text(payload, 'idTag')
    const connector = connectorFor(pile, idTag, maybe(whole, payload, 'connectorId'))
    const chosen = maybe(object, payload, 'chargingProfile')
    const profile = chosen && profileFrom(chosen)
    if (profile && profile.chargingProfilePurpose !== 'TxProfile') return status('Rejected')
    if (!connector?.usableBy(idTag) || !pile.registration.accepted) return status('Rejected')
    return status('Accepted', () => remoteStart(pile, connector, { idTag, profile }))
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

/** Without a connector the pile chooses: one with a cable in first. */
function connectorFor(pile: Pile, idTag: string, id: number | undefined): Connector | undefined {
  if (id !== undefined) return pile.connector(id)
  const usable = pile.connectors.filter((connector) => connector.usableBy(idTag))
  return usable.find(({ car }) => car) ?? usable[0]
}

async function remoteStart(
  pile: Pile,
  connector: Connector,
  { idTag, profile }: { idTag: string; profile: ChargingProfile | undefined },
) {
  if (pile.configuration.on('AuthorizeRemoteTxRequests')) {
    const info = await pile.authorizer.check(idTag)
    if (info.status !== 'Accepted') return
  }
  // The transaction's limits hold from its first watt.
  if (profile) install(pile.memory.profiles, { connector: connector.id, profile })
  const started = connector.allow(idTag)
  pile.watch.remoteStarted?.(connector)
  await started
}
