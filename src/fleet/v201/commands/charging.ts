import { maybe, object, status, text, whole } from '../../fields.ts'
import { CallError } from '../../frame.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import { remoteStart } from '../../remote-start.ts'
import { showCost } from '../../transaction-messages.ts'
import type { Dialect } from '../dialect.ts'
import { connectorsOf, namedConnectors } from '../places.ts'
import { profileFrom } from '../profiles.ts'
import { tagFrom } from '../tokens.ts'

/** Starting, stopping and unlocking from afar, and what became of a transaction (F01 to F03, F05, E14). */
export const chargingCommands = (pile: Pile, { profiles }: Dialect): Record<string, CallHandler> => ({
  RequestStartTransaction(payload) {
    const at = connectorsOf(pile, maybe(whole, payload, 'evseId'))
    const asked = maybe(object, payload, 'chargingProfile')
    const profile = asked && profileFrom(asked, profiles)
    const start = remoteStart(pile, { idTag: tagFrom(payload), at, profile, remote: whole(payload, 'remoteStartId') })
    if (!start) return status('Rejected')
    // One that began with its cable goes on as this one (F01.FR.13).
    const { connector: chosen, effect } = start
    const running = pile.memory.transactions.find(({ connector, stopped }) => !stopped && connector === chosen.id)
    return { payload: { status: 'Accepted', ...(running && { transactionId: running.id }) }, effect }
  },

  RequestStopTransaction(payload) {
    const id = text(payload, 'transactionId')
    const connector = pile.connectors.find(({ session }) => session?.transaction.id === id)
    return connector ? status('Accepted', () => connector.stop('Remote')) : status('Rejected')
  },

  /** I02.FR.03: the driver sees it. */
  CostUpdated(payload) {
    const id = text(payload, 'transactionId')
    const { totalCost: cost } = payload
    if (typeof cost !== 'number') throw new CallError('TypeConstraintViolation', 'totalCost is no number')
    const running = pile.memory.transactions.find((transaction) => transaction.id === id && !transaction.stopped)
    if (running) {
      running.cost = cost
      showCost(pile.memory, running.connector, cost)
    }
    return { payload: {} }
  },

  UnlockConnector(payload) {
    const evse = { id: whole(payload, 'evseId'), connectorId: whole(payload, 'connectorId') }
    const [connector] = namedConnectors(pile, { evse })
    if (!connector) return status('UnknownConnector')
    if (connector.session) return status('OngoingAuthorizedTransaction')
    if (connector.fault?.code === 'ConnectorLockFailure') return status('UnlockFailed')
    return status('Unlocked', () => pile.watch.unlocked?.(connector))
  },

  GetTransactionStatus(payload) {
    const id = maybe(text, payload, 'transactionId')
    const { queue, transactions } = pile.memory
    if (id === undefined) return { payload: { messagesInQueue: queue.length > 0 } }
    const known = transactions.find((transaction) => transaction.id === id)
    return {
      payload: {
        ongoingIndicator: known !== undefined && !known.stopped,
        messagesInQueue: known !== undefined && queue.some(({ local }) => local === known.local),
      },
    }
  },
})
