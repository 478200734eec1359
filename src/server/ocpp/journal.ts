import type pg from 'pg'
import { type Span, together, waiting } from '../kit/tracing.ts'
import { CommitTimes } from './commit-times.ts'
import { type CommitTold, type Done, GroupCommit } from './group-commit.ts'
import { type JournalEntry, journalStatement, type LoggedFrame } from './journal-statement.ts'
import type { ReadingRow, TransactionEventRow } from './ports.ts'

export interface JournalLog {
  warn(facts: object, message: string): void
}

// About 230 reports share a commit under full load; the bounds only keep a stalled database from filling the memory.
const MOST_A_COMMIT = 2_000
/** Readings of one report in one commit: a stop may bring 100,000, and others' reports wait for each commit. */
const READINGS_A_COMMIT = 1_000
// From here on piles are read no faster than their frames are logged.
const NOTES_BEHIND = 4_000
const MOST_NOTES = 100_000
const NO_READINGS: readonly ReadingRow[] = []

interface Entry extends JournalEntry {
  /** How its wait is followed. */
  wait?: Span | null
}

/** What comes with a report. */
interface Beside {
  event?: TransactionEventRow | undefined
  span?: Span | null
}

/**
 * Keeps frames, and readings with the frame that brought them. At most two commits are under way; whatever arrives
 * meanwhile shares the next one, reports before frames that nobody waits for. A report's pile is answered after the
 * commit; other frames are noted behind the answer.
 */
export class Journal {
  readonly #commits: GroupCommit<Entry>
  readonly #log: JournalLog
  readonly #loggedText: (text: string) => string
  #notes = 0
  #onCaughtUp: (() => void)[] = []
  #onCommit: (commit: CommitTold) => void = () => {}
  #lost = 0

  /** `loggedText`: a frame's text without secrets. */
  constructor(pool: pg.Pool, log: JournalLog, loggedText: (text: string) => string, times = new CommitTimes()) {
    this.#log = log
    this.#loggedText = loggedText
    this.#commits = new GroupCommit<Entry>({
      write: (entries) =>
        together(
          entries.map(({ wait }) => wait),
          'pile.commit',
          () => times.timed(() => pool.query(journalStatement(entries))),
          { entries: entries.length },
        ),
      inFlight: 2,
      most: MOST_A_COMMIT,
      weightOf: ({ readings }) => 1 + readings.length,
      ended: (commit) => this.#onCommit(commit),
    })
  }

  /**
   * Stores a report with its readings; `done` decides whether the pile gets its answer. Without a frame the log does not
   * keep it. Many readings take a commit after the other: what a failure leaves stored is completed when the pile repeats it.
   */
  report(frame: LoggedFrame | null, readings: readonly ReadingRow[], done: Done, beside: Beside = {}): void {
    const { event, span = null } = beside
    const [now, later] = [readings.slice(0, READINGS_A_COMMIT), readings.slice(READINGS_A_COMMIT)]
    const isLast = later.length === 0
    const wait = waiting(span, 'pile.queue')
    this.#commits.add(
      { frame: isLast ? frame : null, readings: now, wait, ...(isLast && event && { event }) },
      (error) => {
        if (error || isLast) done(error)
        else this.report(frame, later, done, beside)
      },
    )
  }

  /** Logs a frame that nobody waits for. Where the database is away, frames are dropped and counted aloud. */
  note(frame: LoggedFrame) {
    if (this.#notes >= MOST_NOTES) return this.#drop(1, 'the log is too far behind')
    this.#notes++
    this.#commits.addLater({ frame: this.#hidden(frame), readings: NO_READINGS }, (error) => {
      this.#notes--
      if (error) this.#drop(1, error.message)
      if (this.#notes < NOTES_BEHIND / 2) for (const goOn of this.#onCaughtUp.splice(0)) goOn()
    })
  }

  #hidden(frame: LoggedFrame): LoggedFrame {
    const { content, answer } = frame
    return { ...frame, content: this.#loggedText(content), answer: answer && this.#loggedText(answer) }
  }

  /** Logs how many frames of a flood were not kept. */
  counted(row: Required<Pick<LoggedFrame, 'at' | 'connection' | 'station_number' | 'content' | 'counted'>>): void {
    const nothing = { unique_id: null, command: null, answer: null, answered_at: null }
    this.note({ ...row, ...nothing, outgoing: false })
  }

  /** More frames wait to be logged than should. */
  get behind(): boolean {
    return this.#notes >= NOTES_BEHIND
  }

  /** Reports and frames that wait for a commit. */
  get queued(): number {
    return this.#commits.queued
  }

  /** Told of each commit. */
  onCommit(listener: (commit: CommitTold) => void): void {
    this.#onCommit = listener
  }

  /** Calls back once, when the log has caught up. */
  onCaughtUp(goOn: () => void): void {
    this.#onCaughtUp.push(goOn)
  }

  /** Resolves when everything handed over so far is written, or was refused. */
  flush(): Promise<void> {
    return this.#commits.drain()
  }

  #drop(count: number, why: string): void {
    if (this.#lost === 0) setTimeout(() => this.#tellLost(why), 1_000).unref()
    this.#lost += count
  }

  #tellLost(why: string): void {
    this.#log.warn({ frames: this.#lost, why }, 'frames could not be logged')
    this.#lost = 0
  }
}
