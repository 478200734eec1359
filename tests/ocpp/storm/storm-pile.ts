import { callFrame } from '../../../src/fleet/frame.ts'
import { pick, type Random } from '../../../src/fleet/random.ts'
import { connectPile, type ScriptedPile } from '../../../src/fleet/scripted.ts'
import type { CardKind, Cards, Delivered, PileClock, Report, TrueSession } from './true-session.ts'

/** A place to charge, as it really is. */
export interface Gun {
  number: number
  /** Wh; where each session is counted from 0, of the last one. */
  register: number
  /** All that it ever delivered, Wh. */
  total: number
  session: TrueSession | null
  /** What the pile told the server of it last. */
  status: string
}

interface Given {
  pile_id: number
  station: string
  url: string
  random: Random
  clock: PileClock
  cards: Cards
  /** Its meter counts each session from 0. */
  fromZero: boolean
}

/** A pile with all that can go wrong between it and the server; it notes what really happened. */
export class StormPile {
  readonly given: Given
  readonly guns: Gun[] = [1, 2].map((number) => ({ number, register: 0, total: 0, session: null, status: 'Available' }))
  readonly sessions: TrueSession[] = []
  /** Errors that the server answered with; there must be none. */
  readonly errors: string[] = []
  /** All that the server got, in its order. */
  readonly delivered: Delivered[] = []
  /** Stops of no session that the server took. */
  strangeStops = 0
  /** Stops that the pile keeps for later, though it is online. */
  readonly late: (() => Report)[] = []
  #queue: Report[] = []
  #socket: ScriptedPile | null = null
  #sent = 0

  constructor(given: Given) {
    this.given = given
    if (!given.fromZero) for (const gun of this.guns) gun.register = 10_000 * gun.number
  }

  get online() {
    return this.#socket !== null
  }

  get random() {
    return this.given.random
  }

  /** True in so many of 100 cases. */
  chance(percent: number) {
    return this.random() * 100 < percent
  }

  /** A message's id as firmware makes them: never used before. */
  newId() {
    return `${this.given.station}-${++this.#sent}-${'0'.repeat(12)}`
  }

  tell(action: string, payload: Report['payload'], more: Partial<Report> = {}): Report {
    return { id: this.newId(), action, payload, ...more }
  }

  async connect() {
    const { url, station } = this.given
    this.#socket = await connectPile({ url, station, callTimeoutMs: 20_000 })
    this.#socket.onCall('RemoteStopTransaction', { status: 'Accepted' })
    await this.flush()
  }

  drop() {
    this.#socket?.drop()
    this.#socket = null
  }

  /** Sends, or keeps for when there is a socket again. */
  async send(report: Report) {
    this.#queue.push(report)
    await this.flush()
  }

  /** All that waits, in its order. */
  async flush() {
    while (this.#socket && this.#queue.length > 0) {
      await this.deliver(this.#queue[0] as Report)
      this.#queue.shift()
    }
  }

  /** The server gets it and its answer gets lost with the socket: it is first in the queue still. */
  async sendInVain(report: Report) {
    await this.flush()
    await this.deliver({ ...report, answered: () => {} })
    this.drop()
    this.#queue.push(report)
  }

  /** Readings that wait change places among themselves and with the stops before them. */
  shuffle() {
    const isFixed = ({ action }: Report) => action === 'StartTransaction' || action === 'StatusNotification'
    const loose = this.#queue.filter((report) => !isFixed(report))
    const starts = this.#queue.findLastIndex(isFixed)
    const after = this.#queue.slice(starts + 1)
    if (loose.length < 2 || after.length < 2) return
    for (let index = after.length - 1; index > 0; index--) {
      const other = Math.floor(this.random() * (index + 1))
      ;[after[index], after[other]] = [after[other] as Report, after[index] as Report]
    }
    this.#queue = [...this.#queue.slice(0, starts + 1), ...after]
  }

  /** The answer's payload. Errors are noted and are as good as an empty one. */
  async deliver({ id, action, payload, session, answered }: Report) {
    const socket = this.#socket
    if (!socket) throw new Error('no socket')
    const said = payload()
    this.delivered.push({ action, said, session, at: Date.now() })
    socket.sendRaw(callFrame(id, action, JSON.stringify(said)))
    const [type, answerId, ...rest] = await socket.nextStray()
    if (answerId !== id) throw new Error(`${id} was answered as ${answerId}`)
    if (type === 3) return answered?.(rest[0] as Record<string, unknown>)
    this.errors.push(`${this.given.station} ${action} ${JSON.stringify(said)}: ${JSON.stringify(rest)}`)
  }

  card(): CardKind {
    return this.chance(70) ? 'own' : pick(this.random, ['second', 'blocked', 'unknown', 'own'] as const)
  }
}
