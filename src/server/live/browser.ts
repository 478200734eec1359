import type { RawData, WebSocket } from 'ws'
import type { LiveMessage, LiveRequest } from '../../shared/endpoints/live.ts'
import type { Identify, Viewer } from './viewer.ts'

/** Application close codes (RFC 6455, 7.4.2: 4000 to 4999 are ours). */
export const CLOSE = { unreadable: 4400, signedOut: 4401 } as const

const SIGN_IN_WITHIN_MS = 5_000
/** Beyond this a browser reads slower than its network pile reports; it reconnects and reads afresh. */
const MOST_BUFFERED = 256 * 1024
/** Timers hold no more than 31 bits of milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One browser's end of the live channel: silent until its first message has carried a token that holds. */
export class Browser {
  #socket: WebSocket
  #identify: Identify
  #viewer: Viewer | null = null
  #deadline: NodeJS.Timeout
  #answered = true

  /** Where it comes from, as limits count it. */
  readonly network: string

  constructor(socket: WebSocket, identify: Identify, network: string) {
    this.network = network
    this.#socket = socket
    this.#identify = identify
    this.#deadline = setTimeout(() => this.#signOut(), SIGN_IN_WITHIN_MS)
    socket.on('message', (data, binary) => this.#receive(data, binary))
    socket.on('pong', () => {
      this.#answered = true
    })
    socket.on('close', () => clearTimeout(this.#deadline))
    // The socket closes by itself after an error; unheard, the error would end the process.
    socket.on('error', () => {})
  }

  /** Null before they have signed in, and after. */
  get viewer(): Viewer | null {
    return this.#viewer
  }

  /** The viewer as they are now; null ends it. Whose rights changed is told so. */
  renew(viewer: Viewer | null) {
    if (!this.#viewer) return
    if (!viewer) return this.#signOut()
    const isChanged = viewer.rights !== this.#viewer.rights
    this.#viewer = { ...viewer, expires_at: this.#viewer.expires_at }
    if (isChanged) this.#tell({ type: 'rights' })
  }

  /** False when the browser was dropped for reading too slowly. */
  send(text: string): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return true
    if (this.#socket.bufferedAmount > MOST_BUFFERED) {
      this.#socket.terminate()
      return false
    }
    this.#socket.send(text)
    return true
  }

  /** Ends a socket that did not answer the ping before this one. */
  ping() {
    if (!this.#answered) return this.#socket.terminate()
    this.#answered = false
    this.#socket.ping()
  }

  close(code: number, reason: string) {
    this.#socket.close(code, reason)
  }

  end() {
    this.#socket.terminate()
  }

  #receive(data: RawData, binary: boolean) {
    const request = binary ? null : parsed(data)
    if (request?.type === 'ping') return void this.#tell({ type: 'pong' })
    if (request?.type !== 'sign_in' || typeof request.token !== 'string')
      return this.close(CLOSE.unreadable, 'unreadable')
    // An identity that cannot be looked up just now is nobody: the browser tries again.
    this.#identify(request.token).then(
      (viewer) => this.#signIn(viewer),
      () => this.#signOut(),
    )
  }

  #signIn(viewer: Viewer | null) {
    const left = (viewer?.expires_at ?? 0) - Date.now()
    if (!viewer || left <= 0) return this.#signOut()
    clearTimeout(this.#deadline)
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#deadline = setTimeout(() => this.#signOut(), Math.min(left, LONGEST_TIMER_MS))
    this.#viewer = viewer
    this.#tell({ type: 'ready' })
  }

  #signOut() {
    this.#viewer = null
    this.close(CLOSE.signedOut, 'sign in')
  }

  #tell(message: LiveMessage) {
    this.send(JSON.stringify(message))
  }
}

function parsed(data: RawData): LiveRequest | null {
  try {
    return JSON.parse(data.toString())
  } catch {
    return null
  }
}
