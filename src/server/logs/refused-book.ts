import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { networkOf } from '../kit/client-address.ts'
import type { Database } from '../kit/database/tables.ts'
import { owned } from '../kit/process-state.ts'
import type { Refusal } from '../kit/refusal.ts'

/** Different refusals of one person, or one address, in a minute that get a row each; the rest of that minute is one row. */
const ROWS_A_MINUTE = 10
/** Persons and networks of a minute that are told apart; an attacker has as many of those as they want. */
const MOST_SEEN = 2_000
/** Rows of strangers in a day: what comes beyond it adds one row a minute, so that no flood fills the log for the months it is kept. */
const STRANGERS_A_DAY = 20_000

type Kind = 'not_signed_in' | 'no_right' | 'out_of_reach'

interface Refused {
  kind: Kind
  reason: string
  route: string | null
  permission: string | null
  entity: string | null
  entity_id: number | null
  user_id: number | null
  user_name: string | null
  address: string
  agent: string
}

interface Counted extends Refused {
  minute: string
  times: number
}

/**
 * Gathers refused access and writes it down every second: a flood costs one statement a second, whatever comes. What a process has
 * gathered is its own until it is written; the counts of several nodes add up in the database. A killed process loses a second.
 */
export class RefusedBook {
  readonly #db: Kysely<Database>
  readonly #now: () => number
  #minute = ''
  #day = ''
  #strangersToday = 0
  /** By whom: the keys of their rows in this minute. */
  #seen = new Map<string, Set<string>>()
  #waiting = new Map<string, Counted>()
  /** Since the start, for the metrics. */
  readonly counts: Record<Kind, number> = { not_signed_in: 0, no_right: 0, out_of_reach: 0 }
  readonly state = owned('refused_access', () => this.#waiting.size)

  constructor(db: Kysely<Database>, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  /** Of a refusal that is about access; any other is none of this log's. */
  note(refusal: Refusal, request: FastifyRequest): void {
    const kind = kindOf(refusal, request)
    if (!kind) return
    this.counts[kind]++
    this.add(told(kind, refusal, request))
  }

  add(refused: Refused): void {
    const minute = `${new Date(this.#now()).toISOString().slice(0, 16)}:00.000Z`
    if (minute !== this.#minute) this.#seen.clear()
    this.#minute = minute
    if (minute.slice(0, 10) !== this.#day) this.#strangersToday = 0
    this.#day = minute.slice(0, 10)
    const kept = this.#boundedTo(refused)
    const key = `${minute} ${whoOf(kept)} ${keyOf(kept)}`
    const known = this.#waiting.get(key)
    if (known) known.times++
    else this.#waiting.set(key, { ...kept, minute, times: 1 })
  }

  #boundedTo(refused: Refused): Refused {
    const who = whoOf(refused)
    const rows = this.#seen.get(who)
    if (!rows && this.#seen.size >= MOST_SEEN) return ofAll(refused)
    const theirs = rows ?? new Set<string>()
    this.#seen.set(who, theirs)
    const key = keyOf(refused)
    if (theirs.has(key)) return refused
    const isStranger = refused.user_id === null
    if (isStranger && this.#strangersToday >= STRANGERS_A_DAY) return ofAll(refused)
    if (theirs.size >= ROWS_A_MINUTE) return summed(refused)
    theirs.add(key)
    if (isStranger) this.#strangersToday++
    return refused
  }

  async write(): Promise<void> {
    const rows = [...this.#waiting.values()]
    if (!rows.length) return
    this.#waiting.clear()
    try {
      await this.#insert(rows)
    } catch (error) {
      // What could not be written waits for the next turn, as long as it is not too much.
      if (this.#waiting.size < MOST_SEEN) for (const row of rows) this.#putBack(row)
      throw error
    }
  }

  #putBack(row: Counted): void {
    const key = `${row.minute} ${whoOf(row)} ${keyOf(row)}`
    const known = this.#waiting.get(key)
    if (known) known.times += row.times
    else this.#waiting.set(key, row)
  }

  async #insert(rows: readonly Counted[]): Promise<void> {
    await sql`
      insert into refused_entry
        (kind, reason, route, permission, entity, entity_id, user_id, user_name, address, agent, times, created_at)
      select kind, reason, route, permission, entity, entity_id, user_id, user_name, address, agent, times, minute
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
        kind text, reason text, route text, permission text, entity text, entity_id bigint, user_id bigint, user_name text,
        address text, agent text, times bigint, minute timestamptz)
      on conflict (created_at, coalesce(user_id, 0), (case when user_id is null then address end), kind, coalesce(route, ''),
        coalesce(entity_id, 0))
      do update set times = refused_entry.times + excluded.times, last_at = now(), updated_at = now(),
        version = refused_entry.version + 1`.execute(this.#db)
  }
}

const summed = (refused: Refused): Refused => ({
  ...refused,
  route: null,
  permission: null,
  entity: null,
  entity_id: null,
  reason: 'several',
  // Anyone who has one address of an IPv6 /64 has all of them.
  ...(refused.user_id === null && { address: networkOf(refused.address) || '*', agent: '' }),
})

const ofAll = (refused: Refused): Refused => ({
  ...summed(refused),
  ...{ user_id: null, user_name: null, address: '*', agent: '' },
})

const whoOf = ({ user_id, address }: Refused) => (user_id === null ? networkOf(address) : `#${user_id}`)
/** What makes a row of its own within a minute, as the table's unique index has it. */
const keyOf = ({ kind, route, entity_id, user_id, address }: Refused) =>
  `${kind} ${route} ${entity_id} ${user_id === null ? address : ''}`

/** 401 and 403, and what is not there for this person though it is; what nobody has to be signed in for is in the sign-in log. */
function kindOf({ code, hidden }: Refusal, request: FastifyRequest): Kind | null {
  if (hidden) return 'out_of_reach'
  const { permission = 'public', guardsItself = false } = request.routeOptions.config ?? {}
  const isPublic = permission === 'public' && !guardsItself
  if (isPublic || (code !== 401 && code !== 403)) return null
  if (code === 403) return 'no_right'
  return guardsItself || request.headers.authorization ? 'not_signed_in' : null
}

function told(kind: Kind, { key, hidden }: Refusal, request: FastifyRequest): Refused {
  const { person } = request
  const permission = request.routeOptions.config?.permission ?? null
  return {
    ...{ kind, reason: key, permission },
    route: `${request.method} ${request.routeOptions.url ?? '?'}`.slice(0, 200),
    entity: hidden?.entity ?? null,
    entity_id: hidden?.id ?? null,
    user_id: person?.id || null,
    user_name: person?.user_name || null,
    address: request.ip,
    agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
  }
}
