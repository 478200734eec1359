import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Changed } from '../../shared/endpoints/live.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { clientAddress, networkOf, type ProxyTrust } from '../kit/client-address.ts'
import { owned } from '../kit/process-state.ts'
import { broadcastWithinReach } from './broadcast-within-reach.ts'
import { Browser } from './browser.ts'
import { PendingChanges } from './pending-changes.ts'
import type { Identify, Renew } from './viewer.ts'

/**
 * Whether a page of this console opens the socket. A browser always names the page's origin; what names none is no browser
 * and can be tricked by no page.
 */
function ownOrigin(request: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const named = new URL(origin)
  return named.host === host || (publicUrl !== null && named.origin === new URL(publicUrl).origin)
}

/** A screen is at most this much behind, whatever the number of reports. */
const TELL_EVERY_MS = 250
/** After a pause the first change is told almost at once, with what comes along: one report changes pile and order. */
const TELL_FIRST_MS = 25
const PING_EVERY_MS = 30_000
/** Rights that changed, here or on another node, are known within a second, the look-up included. */
const RENEW_EVERY_MS = 750
const GOODBYE_MS = 1_000
const LONGEST_REQUEST = 16 * 1024
/** Sockets that have not signed in; a flood of them costs nobody a place who has, and one network's no other its own. */
const MOST_STRANGERS = 1_000
const MOST_STRANGERS_OF_A_NETWORK = 100
/** Signed in or not: behind a proxy nobody else counts them. */
const MOST_OF_A_NETWORK = 1_000

/** Every console shows something of these, no matter who may change them. */
const EVERYBODYS = new Set(['dictionary', 'product'])

export interface LiveOptions {
  identify: Identify
  renew: Renew
  /** PUBLIC_URL, when a proxy gives the console another address than the one it listens on. */
  publicUrl: string | null
  /** TRUSTED_PROXIES */
  trust: ProxyTrust
  /** What is told is asked of it next, or of the primary where it does not show that yet. */
  replica?: { showsAll(): Promise<number | null> } | undefined
}

/** Tells signed-in browsers what changed: entity and ids, for what each person may list and of that what they reach. */
export class LiveChannel {
  /** What happened since the start, for the metrics. */
  readonly counters = { messages: 0, dropped: 0 }
  #options: LiveOptions
  #server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_REQUEST, clientTracking: false })
  #browsers = new Set<Browser>()
  readonly state = owned('browsers', () => this.#browsers.size)
  #pending = new PendingChanges()
  #telling: NodeJS.Timeout | undefined
  #told_at = Number.NEGATIVE_INFINITY
  #pinging: NodeJS.Timeout
  #renewing: NodeJS.Timeout

  constructor(options: LiveOptions) {
    this.#options = options
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY_MS)
    this.#pinging.unref()
    this.#renewing = setInterval(() => void this.#renew(), RENEW_EVERY_MS)
    this.#renewing.unref()
  }

  /** Browsers that have signed in. */
  get viewers() {
    return [...this.#browsers].filter(({ viewer }) => viewer !== null).length
  }

  /** Serves an upgrade of the address of the live channel. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    if (!ownOrigin(request, this.#options.publicUrl)) return refuse(socket, '403 Forbidden')
    const network = networkOf(clientAddress(request, this.#options.trust))
    if (this.#isFull(network)) return refuse(socket, '503 Service Unavailable')
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      const browser = new Browser(accepted, this.#options.identify, network)
      this.#browsers.add(browser)
      accepted.on('close', () => this.#browsers.delete(browser))
    })
  }

  #isFull(network: string): boolean {
    const count = { strangers: 0, ofNetwork: 0, strangersOfNetwork: 0 }
    for (const browser of this.#browsers) {
      const isStranger = browser.viewer === null
      const isNear = browser.network === network
      if (isStranger) count.strangers++
      if (isNear) count.ofNetwork++
      if (isStranger && isNear) count.strangersOfNetwork++
    }
    return (
      count.strangers >= MOST_STRANGERS ||
      count.strangersOfNetwork >= MOST_STRANGERS_OF_A_NETWORK ||
      count.ofNetwork >= MOST_OF_A_NETWORK
    )
  }

  /** Cheap: called for every report of every pile. */
  changed(entity: string, id: number) {
    if (this.#browsers.size === 0) return
    this.#pending.add(entity, id)
    if (!this.#telling) this.#tellSoon()
  }

  /** What changed is not known: browsers come again, each a moment later than another, and read what they show afresh. */
  missed() {
    for (const browser of this.#browsers) browser.close(1012, 'something may have been missed')
  }

  /** Says goodbye; who does not answer in time is cut off. */
  close() {
    clearInterval(this.#pinging)
    clearInterval(this.#renewing)
    clearTimeout(this.#telling)
    for (const browser of this.#browsers) browser.close(1001, 'the server stops')
    setTimeout(() => {
      for (const browser of this.#browsers) browser.end()
    }, GOODBYE_MS).unref()
  }

  #tellSoon() {
    const wait = Math.max(TELL_FIRST_MS, this.#told_at + TELL_EVERY_MS - performance.now())
    this.#telling = setTimeout(() => void this.#tell(), wait)
  }

  /** One at a time: what comes while some sights are looked up is told the next time. */
  async #tell() {
    this.#told_at = performance.now()
    const changes = this.#pending.take()
    const written = await this.#options.replica?.showsAll()
    for (const taken of changes) {
      const change = { ...taken, ...(written && { written }) }
      if (EVERYBODYS.has(change.entity)) {
        this.#tellAll({ ...change, ids: null })
        continue
      }
      const permission = permissionOf({ name: change.entity }, 'list')
      const allowed = [...this.#browsers].filter(({ viewer }) => viewer?.may(permission))
      await broadcastWithinReach(change, allowed, (browser, text) => this.#send(browser, text))
    }
    this.#telling = undefined
    if (!this.#pending.empty) this.#tellSoon()
  }

  #tellAll(change: Changed) {
    const text = JSON.stringify(change)
    for (const browser of this.#browsers) if (browser.viewer) this.#send(browser, text)
  }

  /** While nobody can be looked up, everybody stays who they were. */
  async #renew() {
    const browsers = [...this.#browsers]
    const viewers = browsers.flatMap(({ viewer }) => viewer ?? [])
    if (!viewers.length) return
    const now = await this.#options.renew(viewers).catch(() => null)
    if (!now) return
    for (const browser of browsers) {
      const { viewer } = browser
      if (viewer && viewers.includes(viewer)) browser.renew(now.get(viewer.sign_in) ?? null)
    }
  }

  #send(browser: Browser, text: string) {
    if (browser.send(text)) this.counters.messages++
    else this.counters.dropped++
  }

  #ping() {
    for (const browser of this.#browsers) browser.ping()
  }
}

function refuse(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
