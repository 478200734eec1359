import { install } from './charging-profiles.ts'
import type { Connector } from './connector.ts'
import type { ChargingProfile } from './messages.ts'
import type { Pile } from './pile.ts'

export interface RemoteStart {
  idTag: string
  /** The connectors it may be; the pile chooses. */
  at: readonly Connector[]
  profile: ChargingProfile | undefined
  /** The number by which the transaction is to be known. */
  remote?: number
}

/** Where a start from afar begins and what follows of it; null where none can be. */
export function remoteStart(pile: Pile, start: RemoteStart): { connector: Connector; effect(): Promise<void> } | null {
  const { idTag, at, profile } = start
  if (profile && profile.chargingProfilePurpose !== 'TxProfile') return null
  const usable = at.filter((connector) => connector.usableBy(idTag))
  // One with a cable in comes first.
  const connector = usable.find(({ car }) => car) ?? usable[0]
  if (!connector || !pile.registration.accepted) return null
  return { connector, effect: () => begin(pile, connector, start) }
}

async function begin(pile: Pile, connector: Connector, { idTag, profile, remote }: RemoteStart) {
  if (pile.configuration.on('AuthorizeRemoteTxRequests')) {
    const info = await pile.authorizer.check(idTag)
    if (info.status !== 'Accepted') return
  }
  // A transaction may have begun while it asked.
  if (!connector.usableBy(idTag)) return
  // The transaction's limits hold from its first watt.
  if (profile) install(pile.memory.profiles, profile, [connector.id])
  const started = connector.allow(idTag, undefined, remote)
  pile.watch.remoteStarted?.(connector)
  await started
}
