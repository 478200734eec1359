import { type Kysely, sql } from 'kysely'
import type { ErrorEntry } from '../../shared/entities/error-entry.ts'
import type { Database } from '../kit/database/tables.ts'
import { owned } from '../kit/process-state.ts'
import { sha256 } from '../kit/sha256.ts'

const NAMED = /((?:password|passwd|secret|token|authorization|api[_-]?key|code)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]+/gi
/** A JSON Web Token, wherever it stands. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** The account in an address: `postgres://user:password@host`. */
const IN_ADDRESS = /(\/\/)[^\s/@]+@/g

/** A text of an error without what could let someone in. */
const withoutSecrets = (text: string): string =>
  text.replace(BEARER, '$1 …').replace(JWT, '…').replace(NAMED, '$1…').replace(IN_ADDRESS, '$1…@').replaceAll('\0', '')

export interface Fault {
  source: ErrorEntry['source']
  /** The route, the periodic job or the console's page. */
  place: string
  message: string
  stack?: string | null | undefined
  release?: string
  user_name?: string
  agent?: string
}

interface Noted extends Fault {
  times: number
  /** Of the last. */
  at: number
}

/** Between two writings. More different faults than these are one trouble, which the first of them tell of. */
const MOST_WAITING = 100
/** Of those that are kept; the longest gone give way. */
const MOST_KEPT = 2_000

interface Parts {
  db: Kysely<Database>
  release: string
  /** Called for each entry that was written. */
  changed(entity: string, id: number): void
}

/** Gathers faults, the same ones as one, and writes them down by and by: a storm of them costs the database nothing. */
export class ErrorBook {
  readonly #parts: Parts
  #waiting = new Map<string, Noted>()
  readonly state = owned('errors', () => this.#waiting.size)

  constructor(parts: Parts) {
    this.#parts = parts
  }

  note(fault: Fault): void {
    const key = fingerprintOf(fault)
    const known = this.#waiting.get(key)
    if (!known && this.#waiting.size >= MOST_WAITING) return
    this.#waiting.set(key, { release: this.#parts.release, ...fault, times: (known?.times ?? 0) + 1, at: Date.now() })
  }

  /** The same of whatever was thrown. */
  noteThrown(error: unknown, where: Pick<Fault, 'source' | 'place' | 'user_name' | 'agent'>): void {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: null }
    this.note({ ...where, message, stack })
  }

  async write(): Promise<void> {
    if (!this.#waiting.size) return
    const noted = this.#waiting
    this.#waiting = new Map()
    for (const [key, fault] of noted) this.#parts.changed('error_entry', await this.#keep(key, fault))
    await sql`delete from error_entry where id in (
      select id from error_entry order by last_at desc, id desc offset ${MOST_KEPT})`.execute(this.#parts.db)
  }

  async #keep(fingerprint: string, { times, at, ...fault }: Noted): Promise<number> {
    const { db } = this.#parts
    const last_at = new Date(at).toISOString()
    const entry = { ...bounded(fault), times, last_at }
    const { id } = await db
      .insertInto('error_entry')
      .values({ fingerprint, ...entry })
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet(({ eb, fn }) => ({
          ...entry,
          times: eb('error_entry.times', '+', times),
          version: eb('error_entry.version', '+', 1),
          updated_at: fn<string>('now'),
        })),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into error_hour as kept (error_id, starts_at, times) values (${id}, date_trunc('hour', ${last_at}::timestamptz), ${times})
      on conflict (error_id, starts_at) do update set times = kept.times + excluded.times`.execute(db)
    return id
  }
}

/** As the columns take it, without what could let someone in. */
const bounded = ({ message, stack, place, source, release = '', user_name = '', agent = '' }: Fault) => ({
  source,
  place: withoutSecrets(place).slice(0, 200),
  message: withoutSecrets(message).slice(0, 500) || '?',
  stack: stack ? withoutSecrets(stack).slice(0, 8_000) : null,
  release: release || null,
  user_name: user_name || null,
  agent: agent.slice(0, 200) || null,
})

/** What is the same fault: figures in it differ from time to time, and a new release moves its lines. */
function fingerprintOf({ source, place, message }: Fault): string {
  const alike = withoutSecrets(message).slice(0, 500).replace(/\d+/g, '#')
  return sha256([source, place.replace(/\d+/g, '#'), alike].join('\n'))
}
