import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { type Backoff, backoffMs } from './backoff.ts'
import { Calls } from './calls.ts'
import { CALL, CALL_ERROR, CallError, errorFrame, type Payload, resultFrame } from './frame.ts'
import { ConnectionLost, readRefusal } from './refusal.ts'

/** An answer to a call of the central system; `effect` runs once the answer is on its way. */
export interface Reply {
  payload: Payload
  effect?: () => unknown
}

export interface PeerOptions {
  /** Address of the central system; the station number is appended to its path. */
  url: string
  station: string
  password?: string | undefined
  /** Subprotocols to offer; an empty list offers none. */
  protocols?: string[]
  callTimeoutMs?: number
  /** Accepts a certificate that nobody vouches for, or one of another name. */
  anyCertificate?: boolean | undefined
  /** What it shows and believes over TLS, in PEM. */
  tls?: PeerTls | undefined
  /** Of this machine, to come from. */
  localAddress?: string | undefined
  /** Waits between attempts once `stayConnected` is called. */
  backoff?: Backoff
}

/** A certificate of its own with its key, and whom it believes. */
export interface PeerTls {
  cert?: string | undefined
  key?: string | undefined
  ca?: string | undefined
}

/** What the owner of a peer wants to hear. */
export interface PeerEvents {
  opened?(): void
  closed?(code: number, reason: string): void
  refused?(error: Error): void
  called?(action: string, payload: Payload): Reply | Promise<Reply>
  /** A frame that is neither a call nor the answer to the call in flight. */
  stray?(text: string): void
}

/** The charge point's end of an OCPP-J 1.6 connection: one call in flight outward, calls inward answered at once. */
export class Peer {
  readonly station: string
  readonly calls: Calls
  password: string | undefined
  tls: PeerTls
  url: string
  #options: PeerOptions
  #events: PeerEvents
  #socket: WebSocket | undefined
  #attempt = 0
  #retry: NodeJS.Timeout | undefined
  #stay = false

  constructor(options: PeerOptions, events: PeerEvents = {}) {
    this.station = options.station
    this.password = options.password
    this.tls = options.tls ?? {}
    this.url = options.url
    this.#options = options
    this.#events = events
    this.calls = new Calls(options.callTimeoutMs ?? 30_000, (frame) => this.sendRaw(frame))
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** The subprotocol that the server chose, empty when it chose none. */
  get protocol() {
    return this.#socket?.protocol ?? ''
  }

  /** Connects once; rejects with HandshakeRefused or with the network's error. */
  connect(): Promise<void> {
    const { station, protocols = ['ocpp1.6'], callTimeoutMs = 30_000, anyCertificate, localAddress } = this.#options
    const socket = new WebSocket(`${this.url.replace(/\/+$/, '')}/${encodeURIComponent(station)}`, protocols, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: callTimeoutMs,
      rejectUnauthorized: !anyCertificate,
      ...this.tls,
      ...(localAddress && { localAddress }),
      headers: this.#authorization(),
    })
    this.#socket = socket
    socket.on('message', (data, binary) => this.#receive(socket, data as Buffer, binary))
    socket.on('close', (code, reason) => this.#closed(socket, code, reason))
    return new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.once('unexpected-response', (_request, response: IncomingMessage) => {
        readRefusal(response)
          .then(reject, reject)
          .finally(() => socket.terminate())
      })
      socket.once('open', () => {
        this.#attempt = 0
        resolve()
        this.#events.opened?.()
      })
    })
  }

  /** Connects, and again after every loss, until `close` or `drop`. Refusals are told to `refused`. */
  stayConnected() {
    this.#stay = true
    clearTimeout(this.#retry)
    this.connect().catch((error: Error) => this.#events.refused?.(error))
  }

  /** Sends a call in its turn. Rejects with CallError (theirs, or ours on a timeout) or ConnectionLost. */
  async call<Answer = Payload>(action: string, payload: Payload): Promise<Answer> {
    const answer = await this.callRaw(action, JSON.stringify(payload))
    return JSON.parse(answer.toString())[2] as Answer
  }

  /** The same with the payload as JSON text; resolves to the unparsed CALLRESULT. For loads that count every cycle. */
  callRaw(action: string, json: string): Promise<Buffer> {
    if (!this.connected) return Promise.reject(new ConnectionLost(this.station))
    return this.calls.add(action, json)
  }

  /** Sends a text or binary frame as it is, outside the order of calls. */
  sendRaw(data: string | Buffer) {
    this.#socket?.send(data)
  }

  ping() {
    if (this.connected) this.#socket?.ping()
  }

  /** Loses the connection as a cut cable does: no close frame, no new attempt. */
  drop() {
    this.#leave()
    this.#socket?.terminate()
  }

  /** Closes politely; resolves when the socket is gone. */
  async close(code = 1000, reason = '') {
    this.#leave()
    const socket = this.#socket
    if (!socket || socket.readyState === WebSocket.CLOSED) return
    const gone = new Promise((resolve) => socket.once('close', resolve))
    // A server that is gone sends no close frame back; nobody waits the half minute that ws would.
    const impatience = setTimeout(() => socket.terminate(), 2_000)
    if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
    else socket.close(code, reason)
    await gone
    clearTimeout(impatience)
  }

  #leave() {
    this.#stay = false
    clearTimeout(this.#retry)
  }

  #authorization(): Record<string, string> {
    if (this.password === undefined) return {}
    return { authorization: `Basic ${Buffer.from(`${this.station}:${this.password}`).toString('base64')}` }
  }

  #receive(socket: WebSocket, data: Buffer, binary: boolean) {
    if (socket !== this.#socket || this.calls.takeUsual(data) || binary) return
    const text = data.toString()
    const [type, id, third, fourth, details] = parsed(text)
    if (type === CALL) return void this.#answer(String(id), String(third), (fourth ?? {}) as Payload)
    const answer = type === CALL_ERROR ? new CallError(String(third), String(fourth ?? ''), details as Payload) : data
    if (!this.calls.take(id, answer)) this.#events.stray?.(text)
  }

  async #answer(id: string, action: string, payload: Payload) {
    const reply = await this.#reply(action, payload).catch((error) =>
      error instanceof CallError ? error : new CallError('InternalError', String(error)),
    )
    if (reply instanceof CallError) return this.sendRaw(errorFrame(id, reply))
    this.sendRaw(resultFrame(id, reply.payload))
    await reply.effect?.()
  }

  async #reply(action: string, payload: Payload): Promise<Reply> {
    if (!this.#events.called) throw new CallError('NotImplemented', action)
    return await this.#events.called(action, payload)
  }

  #closed(socket: WebSocket, code: number, reason: Buffer) {
    if (socket !== this.#socket) return
    this.calls.fail(new ConnectionLost(this.station))
    this.#events.closed?.(code, reason.toString())
    const { backoff } = this.#options
    if (this.#stay && backoff) this.#retry = setTimeout(() => this.stayConnected(), backoffMs(backoff, this.#attempt++))
  }
}

function parsed(text: string): unknown[] {
  try {
    const frame = JSON.parse(text)
    return Array.isArray(frame) ? frame : []
  } catch {
    return []
  }
}
