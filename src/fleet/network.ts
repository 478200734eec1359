import type { Configuration } from './configuration.ts'
import type { NetworkMemory, PileMemory, SlotConnection } from './memory.ts'
import type { Peer } from './peer.ts'
import type { Security } from './security.ts'

/** What it needs of its pile. */
export interface NetworkDeps {
  memory: PileMemory
  configuration: Configuration
  security: Security
  peer: Peer
  factoryPassword: string | undefined
}

/** The slots that a pile has. */
export const SLOTS = ['1', '2', '3']
/** So often it tries an entry of its order until it goes on to the next (B10.FR.03). */
export const ATTEMPTS = 3
const FACTORY = '1'

/** How a pile of 2.x finds its central system: through its slots in their order (B09, B10). */
export class Network {
  /** It starts anew for another slot and is not heard of again, until it is started by hand. */
  neverReturns = false
  /** That happened. */
  isGone = false
  readonly #pile: NetworkDeps
  /** The slot that it tries now. */
  #trying: string | null = null
  #failed = 0

  constructor(pile: NetworkDeps) {
    this.#pile = pile
  }

  get memory(): NetworkMemory {
    const { memory } = this.#pile
    memory.network ??= { slots: {}, order: [FACTORY], active: FACTORY, factory_profile: this.profile }
    return memory.network
  }

  /** By which security profile it comes: one with a password comes by 1 at least. */
  get profile(): number {
    return Math.max(this.#pile.security.profile, this.#ownPassword() ? 1 : 0)
  }

  profileOf(slot: string): number | null {
    const { slots, factory_profile } = this.memory
    return slots[slot]?.profile ?? (slot === FACTORY ? factory_profile : null)
  }

  write(slot: string, connection: SlotConnection): 'Accepted' | 'Rejected' {
    const isGood = /^wss?:\/\/[^\s/]+/.test(connection.address) && SLOTS.includes(slot)
    // B09.FR.02, B09.FR.04, B09.FR.05.
    if (!isGood || connection.profile < this.profile) return 'Rejected'
    this.memory.slots[slot] = connection
    return 'Accepted'
  }

  /** NetworkConfigurationPriority: of slots with something in them, each with what its profile rests on (B10.FR.02, A05.FR.02, A05.FR.03). */
  setOrder(value: string): 'Accepted' | 'Rejected' {
    const order = value.split(',').map((slot) => slot.trim())
    const { profile } = this
    const { memory } = this.#pile.security
    const hasRoot = memory.roots.some(({ use }) => use === 'CentralSystemRootCertificate')
    const isMet = (slot: string) => {
      const wanted = this.profileOf(slot)
      if (wanted === null || wanted < profile) return false
      return wanted === profile || ((wanted < 2 || hasRoot) && (wanted < 3 || memory.own !== null))
    }
    if (order.length === 0 || !order.every(isMet)) return 'Rejected'
    this.memory.order = order
    return 'Accepted'
  }

  /** Powers up: by the first of its order (B10.FR.04). False: it is not heard of again. */
  begin(): boolean {
    if (!this.#pile.memory.network) return true
    const [first = FACTORY] = this.memory.order
    this.isGone = this.neverReturns && first !== this.memory.active
    if (this.isGone) return false
    this.#take(first)
    return true
  }

  opened(): void {
    if (!this.#pile.memory.network) return
    this.#failed = 0
    const slot = this.#trying ?? this.memory.active
    this.memory.active = slot
    const profile = this.profileOf(slot) ?? 0
    if (profile <= this.profile) return
    // A05.FR.06: what is lower goes.
    this.#pile.configuration.set('SecurityProfile', String(profile))
    this.memory.order = this.memory.order.filter((one) => (this.profileOf(one) ?? 0) >= profile)
    for (const [one, { profile: other }] of Object.entries(this.memory.slots))
      if (other < profile) delete this.memory.slots[one]
  }

  /** In vain: after so many attempts the next of its order, and after the last the one by which it came last (B10.FR.07). */
  refused(): void {
    if (!this.#pile.memory.network || ++this.#failed < ATTEMPTS) return
    const { order, active } = this.memory
    const at = order.indexOf(this.#trying ?? active)
    this.#take(order[at + 1] ?? active)
  }

  #take(slot: string): void {
    this.#trying = slot
    this.#failed = 0
    const { peer, security } = this.#pile
    const connection = this.memory.slots[slot]
    if (!connection) {
      this.#goBack()
      return
    }
    peer.url = connection.address
    peer.tls = security.tlsFor(connection.profile)
    peer.password = connection.profile === 3 ? undefined : this.#ownPassword()
  }

  #goBack(): void {
    const { peer, security } = this.#pile
    peer.url = security.factoryAddress
    peer.password = this.#ownPassword()
    security.apply()
  }

  #ownPassword = () => this.#pile.configuration.text('AuthorizationKey') || this.#pile.factoryPassword
}
