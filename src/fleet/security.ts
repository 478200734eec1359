import { webcrypto } from 'node:crypto'
// The library's classes are put together by decorators, which need this first.
import 'reflect-metadata'
import { X509Certificate } from '@peculiar/x509'
import { requestCertificate } from './certificate-request.ts'
import type { Configuration } from './configuration.ts'
import type { PileMemory, RootUse, SecurityMemory } from './memory.ts'
import type { Peer, PeerTls } from './peer.ts'
import type { Telling } from './telling.ts'

/** What it needs of its pile. */
export interface SecurityDeps {
  station: string
  memory: PileMemory
  configuration: Configuration
  peer: Peer
  telling: Pick<Telling, 'signCertificate'>
  /** That it left the factory with. */
  factoryPassword: string | undefined
}

/** By what a certificate is named (security whitepaper, 6.1). */
export interface HashData {
  hashAlgorithm: string
  issuerNameHash: string
  issuerKeyHash: string
  serialNumber: string
}

/** What a pile does otherwise than it should. Tests set it. */
export interface SecurityFaults {
  /** The name in its requests for certificates. */
  asks_as?: string
  /** It goes over and never finds its way back. */
  neverReturns?: boolean
  /** It stores no certificate of its own although it says so. */
  losesCertificate?: boolean
  /** It says that the profile counts after a restart. */
  needsRestart?: boolean
}

/** So often it tries the new way in vain until it falls back (A05.FR.08). */
const TRIES = 2
const hex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex')

/** The security extension of a pile: its roots, its certificate, and by which profile it connects. */
export class Security {
  readonly faults: SecurityFaults = {}
  readonly #pile: SecurityDeps
  readonly #addresses: { plain: string; secure: string | undefined }
  /** Its key, until the certificate for it comes. */
  #asked: string | null = null
  /** What it connected by before, while it tries a higher one. */
  #before: string | null = null
  #failures = 0

  constructor(pile: SecurityDeps, addresses: { plain: string; secure: string | undefined }) {
    this.#pile = pile
    this.#addresses = addresses
    this.apply()
  }

  get memory(): SecurityMemory {
    return this.#pile.memory.security
  }

  get profile(): number {
    return this.#pile.configuration.count('SecurityProfile')
  }

  /** Brings its profile to the connection that it opens next. */
  apply(): void {
    const { peer } = this.#pile
    const { plain, secure } = this.#addresses
    if (this.profile >= 2 && secure) peer.url = secure
    else if (secure) peer.url = plain
    if (this.profile >= 2) peer.tls = this.tlsFor(this.profile)
    if (this.profile === 3) peer.password = undefined
  }

  /** Where it finds its central system as it left the factory. */
  get factoryAddress(): string {
    const { plain, secure } = this.#addresses
    return (this.profile >= 2 ? secure : plain) ?? plain
  }

  /** What it believes and shows by a profile. */
  tlsFor(profile: number): PeerTls {
    if (profile < 2) return {}
    const { roots, own } = this.memory
    const ca = roots.filter(({ use }) => use === 'CentralSystemRootCertificate').map(({ pem }) => pem)
    return { ca: ca.join('\n'), ...(profile === 3 && own && { cert: own.chain, key: own.key }) }
  }

  install(use: RootUse, pem: string): 'Accepted' | 'Rejected' {
    if (this.memory.roots.length >= this.#pile.configuration.count('CertificateStoreMaxLength')) return 'Rejected'
    try {
      new X509Certificate(pem)
    } catch {
      return 'Rejected'
    }
    if (!this.memory.roots.some((root) => root.use === use && root.pem === pem)) this.memory.roots.push({ use, pem })
    return 'Accepted'
  }

  async installed(use?: RootUse): Promise<{ hash: HashData; pem: string; use: RootUse }[]> {
    const roots = this.memory.roots.filter((root) => use === undefined || root.use === use)
    return await Promise.all(roots.map(async (root) => ({ ...root, hash: await hashDataOf(root.pem) })))
  }

  /** The last of the network's own that its connection rests on stays (M04.FR.06). */
  async remove(wanted: HashData): Promise<'Accepted' | 'Failed' | 'NotFound'> {
    const found = (await this.installed()).find(({ hash }) => sameHash(hash, wanted))
    if (!found) return 'NotFound'
    const central = this.memory.roots.filter(({ use }) => use === 'CentralSystemRootCertificate')
    if (this.profile >= 2 && found.use === 'CentralSystemRootCertificate' && central.length === 1) return 'Failed'
    this.memory.roots = this.memory.roots.filter(({ pem, use }) => pem !== found.pem || use !== found.use)
    return 'Accepted'
  }

  /** Makes a key and asks for a certificate for it (A02, A03). */
  async askForCertificate(): Promise<void> {
    const { station, configuration, peer, telling } = this.#pile
    const { csr, key } = await requestCertificate(this.faults.asks_as ?? station, configuration.text('CpoName'))
    this.#asked = key
    await peer.call('SignCertificate', telling.signCertificate(csr)).catch(() => {})
  }

  take(chain: string): 'Accepted' | 'Rejected' {
    if (!this.#asked) return 'Rejected'
    if (!this.faults.losesCertificate) this.memory.own = { chain, key: this.#asked }
    this.#asked = null
    return 'Accepted'
  }

  /** ChangeConfiguration of SecurityProfile: upwards alone, and with what it rests on (A05.FR.01 to 05). */
  change(value: string): 'Accepted' | 'Rejected' | 'RebootRequired' {
    const wanted = Number(value)
    const { roots, own } = this.memory
    const hasRoot = roots.some(({ use }) => use === 'CentralSystemRootCertificate')
    const isMet =
      wanted > this.profile &&
      wanted <= 3 &&
      (wanted === 3 ? own : this.#pile.peer.password) &&
      (wanted === 1 || hasRoot)
    if (!isMet) return 'Rejected'
    this.#before = String(this.profile)
    this.#pile.configuration.set('SecurityProfile', value)
    return this.faults.needsRestart ? 'RebootRequired' : 'Accepted'
  }

  /** Goes over to the profile that it was given (A05.FR.06, 07). */
  async goOver(): Promise<void> {
    const { peer } = this.#pile
    await peer.close()
    if (this.faults.neverReturns) return
    this.apply()
    peer.stayConnected()
  }

  opened(): void {
    this.#before = null
    this.#failures = 0
  }

  /** In vain: it goes back to where it was known. */
  refused(): void {
    if (this.#before === null || ++this.#failures < TRIES) return
    const { configuration, peer } = this.#pile
    configuration.set('SecurityProfile', this.#before)
    this.#before = null
    this.#failures = 0
    peer.password = configuration.text('AuthorizationKey') || this.#pile.factoryPassword
    this.apply()
  }
}

/** Of a root, which is its own issuer. */
async function hashDataOf(pem: string): Promise<HashData> {
  const certificate = new X509Certificate(pem)
  const { issuerName, publicKey, serialNumber } = certificate
  return {
    hashAlgorithm: 'SHA256',
    issuerNameHash: hex(await webcrypto.subtle.digest('SHA-256', issuerName.toArrayBuffer())),
    issuerKeyHash: hex(await publicKey.getKeyIdentifier('SHA-256')),
    serialNumber: serialNumber.replace(/^0+(?=.)/, '').toUpperCase(),
  }
}

const sameHash = (one: HashData, other: HashData) =>
  one.issuerNameHash === other.issuerNameHash.toLowerCase() &&
  one.issuerKeyHash === other.issuerKeyHash.toLowerCase() &&
  one.serialNumber.toLowerCase() === other.serialNumber.toLowerCase()
