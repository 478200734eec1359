import { CallError } from './frame.ts'
import type { Reply } from './peer.ts'
import type { Random } from './random.ts'

/** Instead of a word: no answer, ever. */
const SILENT = 'silent'
/** It has no such call. */
const UNKNOWN = 'unknown'

/** What a pile does otherwise than it should. Tests and `npm run fleet` set it. */
export class Misbehaviour {
  /** By action: the status that it answers whatever it is asked, `silent`, or `unknown`. */
  readonly answers = new Map<string, string>()
  /** By action: by how many milliseconds it answers late. */
  readonly delays = new Map<string, number>()
  /** Calls in the middle of which it restarts: nothing is done or answered. Each once. */
  readonly restarts = new Set<string>()
  /** Its list of cards does not outlive a reset. */
  losesList = false
  /** Messages on its screen do not outlive a reset. */
  losesMessages = false
  /** How many messages its screen has room for. */
  screenRoom = Number.POSITIVE_INFINITY
  /** How many cards it has room for in truth, whatever it says. */
  listRoom = Number.POSITIVE_INFINITY

  /** Shares, 0 to 1: of the events in the middle of a session that it loses while it is offline, */
  losesEvents = 0
  /** of the returns after which it sends what waited in another order, */
  shufflesEvents = 0
  /** and of the answers that get lost, after which it says the same again. */
  repeatsEvents = 0
  /** By so many cents it reckons a session's energy wrongly. */
  miscounts_cents = 0
  /** Its transactions go on after a loss of power. */
  resumes = false
  readonly #random: Random

  constructor(random: Random = Math.random) {
    this.#random = random
  }

  happens(share: number): boolean {
    return share > 0 && this.#random() < share
  }

  /** What it says instead of doing as it is asked. */
  insteadOf(action: string): Promise<Reply> | Reply | null {
    const word = this.answers.get(action)
    if (word === undefined) return null
    if (word === UNKNOWN) throw new CallError('NotImplemented', action)
    return word === SILENT ? new Promise(() => {}) : { payload: { status: word } }
  }
}
