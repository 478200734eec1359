import { type Changed, LIVE_PATH, type LiveMessage, type LiveRequest } from '../../shared/endpoints/live.ts'
import type { LiveState } from './live-state.ts'

const FIRST_MS = 500
const MAX_MS = 30_000

/** The wait before attempt `attempt` (0 is the first retry): doubled each time, then drawn, so that browsers do not return together. */
function waitMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 16))
  return Math.round(full / 2 + (random() * full) / 2)
}

export interface LiveOptions {
  /** The token of the person who is signed in; null when nobody is. */
  token(): string | null
  /** Gets a fresh token after ours was refused; false when the session is over. */
  renew(): Promise<boolean>
  changed(change: Changed): void
  /** What the person may do or reach is another than before. */
  rightsChanged(): void
  /** Live from here on: anything may have changed before. */
  caughtUp(): void
  state(state: LiveState): void
}

/** Closing code of a wrong or ended token. */
const TOKEN_REFUSED = 4401
const PING_MS = 25_000
const ANSWER_MS = 8_000

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${LIVE_PATH}`

/** Keeps one socket to the live channel: comes back by itself, and knows when it is not live. */
export class LiveConnection {
  readonly #options: LiveOptions
  #socket: WebSocket | undefined
  #state: LiveState = 'connecting'
  #attempt = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #pulse: ReturnType<typeof setInterval> | undefined
  #answer: ReturnType<typeof setTimeout> | undefined
  #wasLive = false
  #running = false
  #shownToken: string | null = null

  constructor(options: LiveOptions) {
    this.#options = options
  }

  start() {
    this.#running = true
    addEventListener('online', this.#networkBack)
    addEventListener('offline', this.#networkGone)
    document.addEventListener('visibilitychange', this.#seen)
    this.#connect()
  }

  stop() {
    this.#running = false
    removeEventListener('online', this.#networkBack)
    removeEventListener('offline', this.#networkGone)
    document.removeEventListener('visibilitychange', this.#seen)
    this.#leave()
  }

  #connect() {
    this.#leave()
    if (!this.#running) return
    // What shows without a network is no less there when the token ends meanwhile.
    if (!navigator.onLine) return this.#enter('offline')
    if (!this.#options.token()) return this.#enter('ended')
    this.#enter(this.#wasLive || this.#attempt > 0 ? 'reconnecting' : 'connecting')
    const socket = new WebSocket(address())
    this.#socket = socket
    this.#expectAnswer()
    socket.onopen = () => this.#signIn()
    socket.onmessage = (event) => this.#receive(String(event.data))
    socket.onclose = (event) => void this.#closed(event.code)
  }

  #signIn() {
    const token = this.#options.token()
    if (!token) return
    this.#shownToken = token
    this.#send({ type: 'sign_in', token })
  }

  #receive(text: string) {
    clearTimeout(this.#answer)
    const message = JSON.parse(text) as LiveMessage
    if (message.type === 'ready') this.#ready()
    if (message.type === 'changed') this.#options.changed(message)
    if (message.type === 'rights') this.#options.rightsChanged()
  }

  #ready() {
    this.#attempt = 0
    clearInterval(this.#pulse)
    this.#pulse = setInterval(() => this.#ping(), PING_MS)
    if (this.#state === 'live') return
    this.#enter('live')
    this.#wasLive = true
    this.#options.caughtUp()
  }

  async #closed(code: number) {
    this.#leave()
    if (code !== TOKEN_REFUSED) return this.#later()
    if (!(await this.#options.renew())) return this.#enter('ended')
    // Once at once, then with patience: a server that refuses fresh tokens too is not asked without end.
    if (this.#attempt++ === 0) this.#connect()
    else this.#later()
  }

  #later() {
    if (!this.#running) return
    this.#enter(navigator.onLine ? 'reconnecting' : 'offline')
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#connect(), waitMs(this.#attempt++))
  }

  /** A token that was renewed meanwhile is shown in the ping's place: the open socket goes on under it. */
  #ping() {
    if (this.#options.token() === this.#shownToken) this.#send({ type: 'ping' })
    else this.#signIn()
    this.#expectAnswer()
  }

  /** A phone that slept keeps a socket that looks open and is dead: silence ends it. */
  #expectAnswer() {
    clearTimeout(this.#answer)
    this.#answer = setTimeout(() => {
      this.#leave()
      this.#later()
    }, ANSWER_MS)
  }

  #send(request: LiveRequest) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }

  #leave() {
    clearTimeout(this.#retry)
    clearTimeout(this.#answer)
    clearInterval(this.#pulse)
    const socket = this.#socket
    this.#socket = undefined
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #enter(state: LiveState) {
    this.#state = state
    this.#options.state(state)
  }

  #networkBack = () => {
    this.#attempt = 0
    this.#connect()
  }

  #networkGone = () => {
    this.#leave()
    this.#enter('offline')
  }

  #seen = () => {
    if (document.visibilityState !== 'visible') return
    if (this.#state === 'live') this.#ping()
    else this.#networkBack()
  }
}
