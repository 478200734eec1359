import type { ConnectionDeps } from './connection-deps.ts'
import { loggable } from './framing.ts'
import { withoutQuoted } from './hidden.ts'
import type { LoggedFrame } from './journal-statement.ts'
import type { PileBudget } from './pile-budgets.ts'
import type { ConnectedPile } from './ports.ts'

/** What the log keeps of one frame, in characters. */
const MOST_KEPT = 65_536
const BEGINNING = 16_384

/**
 * A frame's text as the log keeps it: whole up to 64 K characters, its beginning and how long it was above. A password
 * beyond the cut is not kept; one before it makes the whole unreadable, so redaction leaves nothing of it.
 */
function logged(text: string): string {
  if (text.length <= MOST_KEPT) return loggable(text)
  // Half a character is none (see framing.ts).
  return `${loggable(text.slice(0, BEGINNING)).toWellFormed()}… (${text.length} characters)`
}

/** What is logged beside a frame's text. */
export interface LoggedCall {
  received_at: number
  id: string | null
  command: string | null
}

/** What the log keeps of one socket's frames. */
export class FrameLog {
  readonly #connection: number
  readonly #pile: ConnectedPile
  readonly #budget: PileBudget
  readonly #deps: Pick<ConnectionDeps, 'journal' | 'service'>
  /** That this socket was given. */
  #secrets: Set<string> | null = null

  constructor(
    connection: number,
    pile: ConnectedPile,
    budget: PileBudget,
    deps: Pick<ConnectionDeps, 'journal' | 'service'>,
  ) {
    this.#connection = connection
    this.#pile = pile
    this.#budget = budget
    this.#deps = deps
  }

  /** From here on it is hidden, wherever the pile says it. */
  hide(secret: string): void {
    this.#secrets ??= new Set()
    this.#secrets.add(secret)
  }

  /** Some piles quote what they were sent, in an error or in any later frame. */
  hidden(text: string): string {
    return this.#secrets ? withoutQuoted(text, this.#secrets) : text
  }

  /** Whether the log keeps this frame; of a flood it is only counted. */
  keeps(text: string, { received_at, command }: LoggedCall): boolean {
    if (this.#budget.keeps(text.length, received_at)) return true
    this.count(command ?? '(not readable)', text.length, received_at)
    return false
  }

  count(action: string, bytes: number, at: number): void {
    this.#deps.service.floods.count(this.#pile, this.#connection, { action, bytes, at })
  }

  frame(content: string, { received_at, id, command }: LoggedCall, answer: string | null): LoggedFrame {
    return {
      at: received_at,
      connection: this.#connection,
      station_number: this.#pile.station_number,
      outgoing: false,
      unique_id: id,
      command,
      content: this.hidden(logged(content)),
      answer: answer && this.hidden(answer),
      answered_at: answer === null ? null : Date.now(),
    }
  }

  /** Logs a frame that nobody waits for; `wanted` in any case. */
  note(text: string, noted: LoggedCall, answer: string | null, wanted = false): void {
    if (wanted || this.keeps(text, noted)) this.#deps.journal.note(this.frame(text, noted, answer))
  }

  /** Logs a call of ours. */
  sent(text: string, id: string, command: string): void {
    this.#deps.journal.note({ ...this.frame(text, { received_at: Date.now(), id, command }, null), outgoing: true })
  }
}
