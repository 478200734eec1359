import type { Kysely } from 'kysely'
import type pg from 'pg'
import { isOfServer } from '../postgres-errors.ts'
import { Refusal } from '../refusal.ts'
import { within } from '../within.ts'
import { configOf, KeptConnection } from './kept-connection.ts'
import { OwnWrites } from './own-writes.ts'
import { ReplicaLag } from './replica-lag.ts'
import { databaseOf, Elsewhere, whoIs } from './replica-name.ts'
import { ReplicaPool } from './replica-pool.ts'
import type { Database } from './tables.ts'

const LOOK_MS = 1_000
const ANSWER_MS = 2_000
/** A call that asks whether its own write has come there does not wait long: the primary has it. */
const SOON_MS = 250
/** So many looks without an answer, or with one that cannot be, say more than one does. */
const SILENT_LOOKS = 2
const STRANGE_LOOKS = 3

const SHOWS = `select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0')::text as replayed`
const WRITTEN = `select (pg_current_wal_lsn() - '0/0')::text as written`
/** Of the connection that asks: what it committed is in the log up to here, even where commits are written behind. */
const COMMITTED = `select (pg_current_wal_insert_lsn() - '0/0')::text as written`

/** `primary`: what it leads to is none, or none any more. */
export type ReplicaState = 'used' | 'behind' | 'away' | 'primary'

/** Why a call that it might have answered was answered by the primary. */
export type Passed = 'behind' | 'own_write' | 'away' | 'full' | 'failed'

interface Deps {
  /** DATABASE_READ_URL */
  url: string
  /** DATABASE_READ_LAG_S: what is further behind answers nobody. */
  mostLagS: number
  primary: pg.Pool
  log: { warn(more: object, words: string): void; info(more: object, words: string): void }
  /** One that does not answer a look within this time is away. */
  answerMs?: number
  /** A clock that nobody sets, in milliseconds. */
  clock?: () => number
}

/**
 * A standby of the database, which answers what may be a few seconds old: never anyone who wrote something that it does not show yet, and nobody
 * while it is too far behind, or does not answer. Several may stand behind one address: a node asks one of them at a time.
 */
export class ReadReplica {
  readonly counters = {
    answered: 0,
    passed: { behind: 0, own_write: 0, away: 0, full: 0, failed: 0 } as Record<Passed, number>,
  }
  readonly #deps: Deps
  readonly #clock: () => number
  readonly #answerMs: number
  readonly #watch: KeptConnection
  readonly #lag = new ReplicaLag()
  readonly #pool: ReplicaPool
  readonly #writes: OwnWrites
  #told: (person: number, written: number) => void = () => {}
  #state: ReplicaState = 'away'
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #asking: Promise<{ standby: boolean }> | undefined
  /** Looks, one after the other, that had no answer, and that showed more than there is. */
  #silent = 0
  #strange = 0
  #complaint = ''

  constructor(deps: Deps) {
    this.#deps = deps
    this.#clock = deps.clock ?? (() => performance.now())
    this.#writes = new OwnWrites(deps.mostLagS * 1_000, this.#clock)
    const { answerMs = ANSWER_MS } = deps
    this.#answerMs = answerMs
    this.#pool = new ReplicaPool(deps.url, answerMs)
    const config = { ...configOf(deps.url), connectionTimeoutMillis: answerMs }
    this.#watch = new KeptConnection(config, {
      ...{ name: 'replica', queryMs: answerMs, heard: () => {} },
      opened: async (client) => {
        const who = await whoIs(client)
        if (!who.standby) this.#become('primary')
        if (!who.standby) throw new Error('it is no standby')
        // A primary that is away says nothing of itself: who is not known is not used.
        if (who.database !== (await databaseOf(deps.primary))) {
          this.#complain('the read replica is one of another database')
          throw new Elsewhere('it is one of another database')
        }
        if (this.#pool.leadsTo(who.server)) this.#lag.lost()
      },
    })
  }

  /** Looks now, and each second from now on. One that is away keeps nobody from starting. */
  async start(): Promise<void> {
    await this.#watch.open().catch(() => void this.#watch.keepOpening())
    await this.look()
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#drop()
    this.#watch.drop()
    await this.#watch.close()
  }

  get state(): ReplicaState {
    return this.#state
  }

  /** Seconds that it is behind; null where that is not known. */
  get lagSeconds(): number | null {
    const ms =
      this.#state === 'away' || this.#state === 'primary' ? Number.POSITIVE_INFINITY : this.#lag.told(this.#clock())
    return Number.isFinite(ms) ? ms / 1_000 : null
  }

  /** Persons whose last write is not shown yet. */
  get waiting(): number {
    return this.#writes.size
  }

  /** What a person wrote is told to the other nodes. */
  tellOthers(told: (person: number, written: number) => void): void {
    this.#told = told
  }

  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /**
   * Reads by it; null where it cannot answer this now, and the primary is to be asked. `needs`: what the log has to be shown up to. A refusal is an
   * answer; whatever else goes wrong the primary may answer: a query that was cancelled for the sake of what is replayed, a table that is not there yet.
   */
  async read<T>(needs: number, work: (db: Kysely<Database>) => Promise<T>): Promise<{ value: T; age: number } | null> {
    const db = await this.#choose(needs)
    if (!db) return null
    try {
      const value = await work(db)
      this.counters.answered++
      return { value, age: Math.floor(this.#lag.told(this.#clock()) / 1_000) }
    } catch (error) {
      // What fails by itself fails there as well.
      if (error instanceof Refusal || !(error instanceof Elsewhere || isOfServer(error))) throw error
      this.counters.passed.failed++
      this.#deps.log.info(
        { reason: (error as Error).message },
        'the read replica failed a call, which the primary answers',
      )
      return null
    }
  }

  /** What this person, or anyone who shows it, is to be shown from now on; null where the primary cannot say it. */
  async wrote(person: number): Promise<number | null> {
    const written = await this.#written(COMMITTED)
    if (written !== null) {
      this.heard(person, written)
      this.#told(person, written)
    } else this.#writes.unsaid(person)
    return written
  }

  /** At this node or another one. */
  heard(person: number, written: number): void {
    this.#lag.heard(written)
    if (written > this.#lag.replayed) this.#writes.wrote(person, written)
  }

  /** What this person has to be shown. */
  needOf(person: number): number {
    return this.#writes.of(person)
  }

  /**
   * Up to where the log has to be shown for what was committed by now; null where the primary cannot say it. Resolves when it is shown, or soon: who
   * asks for it then is answered by the primary, and all who look do not go there for milliseconds.
   */
  async showsAll(): Promise<number | null> {
    const until = this.#clock() + SOON_MS
    const written = await this.#written(COMMITTED)
    if (written !== null) this.#lag.heard(written)
    while (written !== null && this.#state === 'used' && this.#clock() < until) {
      if ((await this.#shows(written)) !== false) break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return written
  }

  async #choose(needs: number): Promise<Kysely<Database> | null> {
    const passed = (await this.#whyNot(needs)) ?? (this.#pool.isFull ? 'full' : null)
    if (!passed) return this.#pool.db
    this.counters.passed[passed]++
    return null
  }

  async #whyNot(needs: number): Promise<Passed | null> {
    if (this.#state !== 'used') return this.#state === 'behind' ? 'behind' : 'away'
    if (this.#lag.at(this.#clock()) > this.#deps.mostLagS * 1_000) return 'behind'
    if (needs <= this.#lag.replayed) return null
    if (needs > this.#lag.newest) return 'own_write'
    const shown = await this.#shows(needs)
    return shown === null ? 'away' : shown ? null : 'own_write'
  }

  /** Null where it does not say so soon. */
  async #shows(needs: number): Promise<boolean | null> {
    if (needs <= this.#lag.replayed) return true
    const answered = await within(
      this.#ask().catch(() => null),
      SOON_MS,
    )
    return answered === null ? null : needs <= this.#lag.replayed
  }

  async #look(): Promise<void> {
    const at = this.#clock()
    // A primary that is away says nothing; the standby is then further behind with each second, as far as anyone knows.
    const written = await this.#written(WRITTEN)
    if (written !== null) this.#lag.wrote(written, at)
    try {
      const { standby } = await this.#ask()
      if (!standby) return this.#leave('primary')
    } catch {
      return this.#heardNothing()
    }
    this.#silent = 0
    if (await this.#isStrange(written)) return this.#leave('away')
    this.#writes.shown(this.#lag.replayed)
    this.#become(this.#lag.at(this.#clock()) > this.#deps.mostLagS * 1_000 ? 'behind' : 'used')
  }

  /** One moment of silence breaks no export that is under way; nobody new is sent there. */
  #heardNothing(): void {
    if (this.#state === 'primary') return
    if (++this.#silent < SILENT_LOOKS) this.#become('away')
    else this.#leave('away')
  }

  /**
   * Whether it has more than its primary wrote, look after look: it went on without the one that stands in for that now. The primary is asked again,
   * for it writes on between two questions.
   */
  async #isStrange(written: number | null): Promise<boolean> {
    const replayed = this.#lag.replayed
    const isAbove = (of: number | null) => of !== null && replayed > of
    const isStrange = isAbove(written) && isAbove(await this.#written(COMMITTED))
    this.#strange = isStrange ? this.#strange + 1 : 0
    if (this.#strange < STRANGE_LOOKS) return false
    this.#complain('the read replica shows more than its primary wrote')
    return true
  }

  /** Once, until it is used again. */
  #complain(words: string): void {
    if (this.#complaint !== words) this.#deps.log.warn({}, words)
    this.#complaint = words
  }

  /** Those who ask at the same time share an answer. */
  #ask(): Promise<{ standby: boolean }> {
    this.#asking ??= this.#asked().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #asked(): Promise<{ standby: boolean }> {
    const { client } = this.#watch
    if (!client) throw new Error('there is no connection')
    const { rows } = await client.query<{ standby: boolean; replayed: string | null }>(SHOWS)
    const [{ standby = false, replayed = null } = {}] = rows
    if (standby && replayed === null) throw new Error('it does not say what it shows')
    if (standby) this.#lag.shows(Number(replayed))
    return { standby }
  }

  /** Null where the primary does not say it. */
  async #written(text: string): Promise<number | null> {
    const asked = this.#deps.primary.query<{ written: string }>(text).catch(() => null)
    const found = await within(asked, this.#answerMs)
    return found && Number(found.rows[0]?.written)
  }

  #become(state: ReplicaState): void {
    if (state === this.#state) return
    this.#state = state
    if (state === 'used') this.#complaint = ''
    const { log } = this.#deps
    if (state === 'used') log.info({}, 'the read replica answers lists, statistics, exports and the dashboard')
    else log.warn({ state }, 'the read replica answers nobody: the primary does')
  }

  /** All who read by it now are answered by the primary. */
  #leave(state: 'away' | 'primary'): void {
    this.#become(state)
    this.#drop()
    this.#watch.drop()
  }

  #drop(): void {
    this.#lag.lost()
    this.#pool.drop()
  }
}
