/** What really happened at a connector, whatever its pile told of it. Energy is what the register showed, Wh. */
export interface TrueSession {
  pile_id: number
  connector: number
  card: string
  /** `own` and `second` are good cards. */
  kind: CardKind
  /** Its pile said that it starts where another session ran: nothing was drawn. */
  intruder: boolean
  reservation_id: number | null
  from_wh: number
  /** The register now, and at its end. */
  wh: number
  /** What the connector had delivered in all its life when it began. */
  from_total: number
  /** The first transaction that its pile was told; null before. */
  transaction_id: number | null
  /** Those that it was told for the same start again. */
  others: Set<number>
  /** What its start was answered with. */
  status: string | null
  /** Why it may be held for a person although its stop came. */
  odd: Set<string>
  ended: boolean
  /** The figure of its stop, once the server has it. */
  stopped_wh: number | null
  readings: TrueReading[]
}

export type CardKind = 'own' | 'second' | 'blocked' | 'unknown'

/** A reading that the server acknowledged with this session's transaction. */
export interface TrueReading {
  at: string
  wh: number
}

/** A message that the server got, and when. */
export interface Delivered {
  action: string
  said: Record<string, unknown>
  session: TrueSession | undefined
  at: number
}

export type Cards = Record<CardKind, string>

/** Something for the server. Its payload is made when it is sent: only then its transaction is known. */
export interface Report {
  id: string
  action: string
  payload(): Record<string, unknown>
  session?: TrueSession
  /** Hears the answer. */
  answered?(answer: Record<string, unknown>): void
}

/** How a pile's clock goes. `reboots`: the same seconds after each boot. */
export const clockKinds = ['right', 'right', 'right', 'stuck', 'reboots', 'set_back'] as const
export type ClockKind = (typeof clockKinds)[number]

const MINUTE = 60_000

/** A pile's own clock over the test's. */
export class PileClock {
  readonly kind: ClockKind
  #behind_ms = 0
  #told = 0

  constructor(kind: ClockKind) {
    this.kind = kind
  }

  /** The time that the next report says. */
  tell(): string {
    return new Date(this.#now()).toISOString()
  }

  boot() {
    this.#told = 0
  }

  setBack(minutes: number) {
    this.#behind_ms += minutes * MINUTE
  }

  #now(): number {
    if (this.kind === 'stuck') return 0
    if (this.kind === 'reboots') return Date.UTC(2000, 0, 1) + 10_000 * this.#told++
    return Date.now() - this.#behind_ms
  }
}
