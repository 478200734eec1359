import type { Configuration } from './configuration.ts'
import type { PileMemory } from './memory.ts'
import type { IdTagInfo } from './messages.ts'

/** What an authorizer needs of its pile. */
export interface AuthorizerDeps {
  memory: Pick<PileMemory, 'local_list' | 'cache'>
  configuration: Configuration
  now(): number
  online(): boolean
  /** Authorize.req to the central system. */
  ask(idTag: string): Promise<IdTagInfo>
}

const LARGEST_CACHE = 1_000
/** Identifiers compare without case (CiString, OCPP 1.6 clause 7.28). */
export const tagKey = (idTag: string) => idTag.toUpperCase()
export const sameTag = (a: string, b: string | undefined) => b !== undefined && tagKey(a) === tagKey(b)

/** Decides whether a card may charge, as OCPP 1.6 clauses 3.5 and 4.1 say. */
export class Authorizer {
  #deps: AuthorizerDeps

  constructor(deps: AuthorizerDeps) {
    this.#deps = deps
  }

  async check(idTag: string): Promise<IdTagInfo> {
    const { configuration, online } = this.#deps
    const known = this.#known(idTag)
    if (!online()) return this.#offline(known)
    if (configuration.on('LocalPreAuthorize') && known?.status === 'Accepted') return known
    try {
      const info = await this.#deps.ask(idTag)
      this.remember(idTag, info)
      return info
    } catch {
      return this.#offline(known)
    }
  }

  /** Keeps what the central system said of a card for the next time. */
  remember(idTag: string, info: IdTagInfo) {
    const { memory, configuration } = this.#deps
    if (!configuration.on('AuthorizationCacheEnabled') || memory.local_list.tags[tagKey(idTag)]) return
    memory.cache[tagKey(idTag)] = info
    const [oldest, ...rest] = Object.keys(memory.cache)
    if (oldest && rest.length >= LARGEST_CACHE) delete memory.cache[oldest]
  }

  #known(idTag: string): IdTagInfo | undefined {
    const { memory, configuration } = this.#deps
    const listed = configuration.on('LocalAuthListEnabled') ? memory.local_list.tags[tagKey(idTag)] : undefined
    const info = listed ?? (configuration.on('AuthorizationCacheEnabled') ? memory.cache[tagKey(idTag)] : undefined)
    if (info?.expiryDate && Date.parse(info.expiryDate) < this.#deps.now()) return { ...info, status: 'Expired' }
    return info
  }

  #offline(known: IdTagInfo | undefined): IdTagInfo {
    const { configuration } = this.#deps
    if (known && configuration.on('LocalAuthorizeOffline')) return known
    return { status: !known && configuration.on('AllowOfflineTxForUnknownId') ? 'Accepted' : 'Invalid' }
  }
}
