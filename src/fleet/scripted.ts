import { CallError, type Payload } from './frame.ts'
import { Peer, type PeerTls } from './peer.ts'

type Answerer = (payload: Payload) => Payload | Promise<Payload>

export interface ScriptedOptions {
  /** Address of the central system without the station number, e.g. ws://127.0.0.1:8080/ocpp. */
  url: string
  station: string
  password?: string
  /** Subprotocols to offer; `[]` offers none. */
  protocols?: string[]
  callTimeoutMs?: number
  tls?: PeerTls | undefined
}

/** A call that the central system made. */
export interface Received {
  action: string
  payload: Payload
}

/** A machine that does much else is slow: this ends what hangs. */
const PATIENCE_MS = 60_000

/** Of all settings at once: the console asks for them whenever it likes. */
const readsByItself = (action: string, { key }: Payload) =>
  action === 'GetBaseReport' || (action === 'GetConfiguration' && !(Array.isArray(key) && key.length > 0))

/** What a pile of 2.1 is asked by itself of tariffs; one whose test says nothing of them has none. */
const asksOfTariffs = (action: string, payload: Payload) =>
  action === 'GetTariffs' || (action === 'GetVariables' && JSON.stringify(payload).includes('TariffCostCtrlr'))

/** A charge point that does what a test says and nothing by itself. */
export class ScriptedPile {
  readonly peer: Peer
  /** Calls of the central system, in their order; without what it reads of every pile by itself, unless a test answers that. */
  readonly received: Received[] = []
  /** Frames that answer nothing in flight, such as the error to garbage. */
  readonly strays: string[] = []
  /** Resolves with the close code and reason when the connection ends, no matter who ends it. */
  readonly closed: Promise<{ code: number; reason: string }>
  #answers = new Map<string, Answerer>()
  #watchers = new Set<() => void>()

  constructor(options: ScriptedOptions) {
    let close: (end: { code: number; reason: string }) => void
    this.closed = new Promise((resolve) => {
      close = resolve
    })
    this.peer = new Peer(options, {
      closed: (code, reason) => {
        close({ code, reason })
        this.#changed()
      },
      called: (action, payload) => this.#answer(action, payload),
      stray: (text) => {
        this.strays.push(text)
        this.#changed()
      },
    })
  }

  /** Sends a call in its turn and resolves to the answer's payload; rejects with CallError on a CALLERROR. */
  call<Answer = Payload>(action: string, payload: Payload = {}): Promise<Answer> {
    return this.peer.call<Answer>(action, payload)
  }

  /** Answers later calls of this action. Without one the call is answered NotImplemented. Throw CallError to refuse. */
  onCall(action: string, answer: Answerer | Payload) {
    this.#answers.set(action, typeof answer === 'function' ? answer : () => answer)
    return this
  }

  /** Sends a text frame, or a binary one when given a Buffer, as it is. */
  sendRaw(data: string | Buffer) {
    this.peer.sendRaw(data)
  }

  /** The first call of this action that came or comes and was not taken before. */
  async nextCall(action: string): Promise<Payload> {
    const find = () => this.received.findIndex((call) => call.action === action)
    await this.#until(() => find() >= 0, `a call of ${action}`)
    const [call] = this.received.splice(find(), 1)
    return call?.payload ?? {}
  }

  /** The first frame, parsed, that answers nothing in flight and was not taken before. */
  async nextStray(): Promise<unknown[]> {
    await this.#until(() => this.strays.length > 0, 'a frame')
    return JSON.parse(this.strays.shift() ?? '[]')
  }

  /** Cuts the connection without a close frame, as a lost network does. */
  drop() {
    this.peer.drop()
  }

  async close() {
    await this.peer.close()
  }

  async #answer(action: string, payload: Payload) {
    const isUnasked = asksOfTariffs(action, payload) && !this.#answers.has('GetTariffs')
    const answer = isUnasked ? undefined : this.#answers.get(action)
    if (answer || !(isUnasked || readsByItself(action, payload))) {
      this.received.push({ action, payload })
      this.#changed()
    }
    if (!answer) throw new CallError('NotImplemented', action)
    return { payload: await answer(payload) }
  }

  #changed() {
    for (const check of this.#watchers) check()
  }

  #until(holds: () => boolean, what: string): Promise<void> {
    if (holds()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!holds()) return
        done()
        resolve()
      }
      const late = setTimeout(() => {
        done()
        reject(new Error(`${this.peer.station} waited ${PATIENCE_MS} ms in vain for ${what}`))
      }, PATIENCE_MS)
      const done = () => {
        clearTimeout(late)
        this.#watchers.delete(check)
      }
      this.#watchers.add(check)
    })
  }
}

/** Connects a scripted pile; rejects with HandshakeRefused (its `status` is the HTTP one) when the server refuses. */
export async function connectPile(options: ScriptedOptions): Promise<ScriptedPile> {
  const pile = new ScriptedPile(options)
  await pile.peer.connect()
  return pile
}
