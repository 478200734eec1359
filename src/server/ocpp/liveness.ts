import type { Connection } from './connection.ts'
import { heartbeatSeconds } from './pile-events.ts'

export interface LivenessOptions {
  /** A socket that leaves a ping unanswered until the next one is ended. */
  pingEveryMs: number
  /** How long three heartbeats of a pile are. */
  silenceMs?: (pile_id: number) => number
  /** How long a silent pile may take to answer. */
  probeMs?: number
}

const TURN_MS = 1_000
const PROBE_MS = 20_000

const threeHeartbeats = (pile_id: number) => 3 * heartbeatSeconds(pile_id) * 1000

/**
 * Ends sockets that are dead. A network that is gone shows in a missing pong. A pile whose network answers and whose
 * firmware says nothing for three heartbeats is asked for one first: some keep to an interval of their own.
 */
export class Liveness {
  readonly #connections: () => Iterable<Connection>
  readonly #pingEveryMs: number
  readonly #silenceMs: (pile_id: number) => number
  readonly #probeMs: number
  #timer: NodeJS.Timeout | undefined
  #turn = 0

  constructor(connections: () => Iterable<Connection>, options: LivenessOptions) {
    this.#connections = connections
    this.#pingEveryMs = options.pingEveryMs
    this.#silenceMs = options.silenceMs ?? threeHeartbeats
    this.#probeMs = options.probeMs ?? PROBE_MS
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(Date.now()), Math.min(TURN_MS, this.#pingEveryMs))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  // Each turn pings the sockets whose number is due, so that 5,000 are not pinged in one breath.
  #look(now: number): void {
    const turns = Math.max(1, Math.round(this.#pingEveryMs / TURN_MS))
    this.#turn = (this.#turn + 1) % turns
    for (const connection of this.#connections()) {
      if (connection.number % turns === this.#turn) pingOrEnd(connection)
      if (now - connection.heard_at > this.#silenceMs(connection.pile.id)) void probe(connection, this.#probeMs)
    }
  }
}

function pingOrEnd(connection: Connection) {
  if (connection.alive) return connection.ping()
  connection.flag('missing_pong', 'the socket was ended')
  connection.terminate()
}

async function probe(connection: Connection, withinMs: number): Promise<void> {
  if (connection.probing) return
  connection.probing = true
  const heartbeat = { ask: 'trigger', message: 'heartbeat', connector_number: null } as const
  const outcome = await connection.ask(heartbeat, { timeoutMs: withinMs })
  connection.probing = false
  if (outcome !== 'timeout') return
  connection.flag('silent', 'nothing for three heartbeats; the socket was ended')
  connection.end(1001, 'silent')
}
