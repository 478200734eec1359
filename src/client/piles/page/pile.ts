import type { pileView } from '../../../shared/endpoints/piles.ts'
import type { Pile } from '../../../shared/entities/pile.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'

export type PileView = Data<typeof pileView>

/** The pile of its view. */
export const pileOf = (view: PileView) => view.pile as unknown as Pile & { maintenance_until?: string | null }

/** It answers commands: its socket is open. */
export const isConnected = (pile: Pick<Pile, 'state'>) => pile.state !== 'offline'

/** It has shown itself at least once. */
export const hasConnected = (pile: Pick<Pile, 'booted_at' | 'connected_at' | 'last_seen_at'>) =>
  Boolean(pile.booted_at ?? pile.connected_at ?? pile.last_seen_at)
