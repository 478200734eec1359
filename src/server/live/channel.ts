import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { permissionOf } from '../../shared/kit/entity.ts'
import { Browser, type Identify } from './browser.ts'
import { ownOrigin } from './origin.ts'
import { PendingChanges } from './pending-changes.ts'

/** A screen is at most this much behind, whatever the number of reports. */
const TELL_EVERY_MS = 250
/** After a pause the first change is told almost at once, with what comes along: one report changes pile and order. */
const TELL_FIRST_MS = 25
const PING_EVERY_MS = 30_000
const GOODBYE_MS = 1_000
const LONGEST_REQUEST = 16 * 1024
/** Sockets that have not signed in; a flood of them costs nobody a place who has. */
const MOST_STRANGERS = 1_000

export interface LiveOptions {
  identify: Identify
  /** PUBLIC_URL, when a proxy gives the console another address than the one it listens on. */
  publicUrl: string | null
}

/** Tells signed-in browsers what changed: entity and ids, for what each person may list. */
export class LiveChannel {
  /** What happened since the start, for the metrics. */
  readonly counters = { messages: 0, dropped: 0 }
  #options: LiveOptions
  #server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_REQUEST, clientTracking: false })
  #browsers = new Set<Browser>()
  #pending = new PendingChanges()
  #telling: NodeJS.Timeout | undefined
  #told_at = Number.NEGATIVE_INFINITY
  #pinging: NodeJS.Timeout

  constructor(options: LiveOptions) {
    this.#options = options
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY_MS)
    this.#pinging.unref()
  }

  /** Browsers that have signed in. */
  get viewers() {
    return [...this.#browsers].filter((browser) => browser.signedIn).length
  }

  /** Serves an upgrade of the address of the live channel. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    if (!ownOrigin(request, this.#options.publicUrl)) return refuse(socket, '403 Forbidden')
    if (this.#browsers.size - this.viewers >= MOST_STRANGERS) return refuse(socket, '503 Service Unavailable')
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      const browser = new Browser(accepted, this.#options.identify)
      this.#browsers.add(browser)
      accepted.on('close', () => this.#browsers.delete(browser))
    })
  }

  /** Cheap: called for every report of every pile. */
  changed(entity: string, id: number) {
    if (this.#browsers.size === 0) return
    this.#pending.add(entity, id)
    const wait = Math.max(TELL_FIRST_MS, this.#told_at + TELL_EVERY_MS - performance.now())
    this.#telling ??= setTimeout(() => this.#tell(), wait)
  }

  /** Says goodbye; who does not answer in time is cut off. */
  close() {
    clearInterval(this.#pinging)
    clearTimeout(this.#telling)
    for (const browser of this.#browsers) browser.close(1001, 'the server stops')
    setTimeout(() => {
      for (const browser of this.#browsers) browser.end()
    }, GOODBYE_MS).unref()
  }

  #tell() {
    this.#telling = undefined
    this.#told_at = performance.now()
    for (const change of this.#pending.take()) {
      const text = JSON.stringify(change)
      const permission = permissionOf({ name: change.entity }, 'list')
      for (const browser of this.#browsers) if (browser.may(permission)) this.#send(browser, text)
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
