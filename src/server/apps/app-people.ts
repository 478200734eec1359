import { type Kysely, sql } from 'kysely'
import { ALONE, type Bus } from '../kit/bus.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { type ProcessState, told } from '../kit/process-state.ts'
import { Refusal } from '../kit/refusal.ts'
import { Remembered } from '../kit/remembered.ts'
import { ToldCounts } from '../kit/told-counts.ts'
import { rightsOfApps } from './app-rights.ts'
import { type AppBearer, type AppTokens, nameOfSecret } from './app-tokens.ts'
import type { ClientAppPorts } from './ports.ts'

const MINUTE_MS = 60_000

interface Bucket {
  left: number
  at: number
  perMinute: number
}

/** Counts calls by anyone who makes them, at whichever node: a bucket that holds a minute's calls and fills up evenly. */
class Rates {
  readonly #buckets = new Map<number, Bucket>()
  readonly #told: ToldCounts
  readonly state = told('app_rates', () => this.#buckets.size)

  constructor(bus: Bus) {
    // Of one that never called here it is not known how many it may; what it did elsewhere counts from its first call here on.
    this.#told = new ToldCounts(bus, 'app_calls', (key, count) => {
      const bucket = this.#buckets.get(Number(key))
      if (bucket) this.#take(Number(key), this.#filled(bucket, Date.now()), count)
    })
  }

  /** Takes one call; gives the seconds to wait when there is none left, else 0. */
  wait(who: number, perMinute: number, now = Date.now()): number {
    const kept = this.#buckets.get(who) ?? { left: perMinute, at: now }
    const bucket = this.#filled({ ...kept, perMinute }, now)
    const isFree = bucket.left >= 1
    this.#take(who, bucket, isFree ? 1 : 0)
    if (isFree) this.#told.counted(String(who))
    return isFree ? 0 : Math.ceil(((1 - bucket.left) * MINUTE_MS) / perMinute / 1000)
  }

  #filled({ left, at, perMinute }: Bucket, now: number): Bucket {
    return { left: Math.min(perMinute, left + ((now - at) * perMinute) / MINUTE_MS), at: now, perMinute }
  }

  #take(who: number, bucket: Bucket, count: number): void {
    this.#buckets.set(who, { ...bucket, left: Math.max(0, bucket.left - count) })
  }
}

/** A disabled app or one with other rights is seen at most this much later, on every node. */
const FRESH_MS = 1_000

interface App {
  person: Person
  rate: number
  secret: string
}

interface Parts {
  db: Kysely<Database>
  tokens: AppTokens
  ports: Pick<ClientAppPorts, 'people'>
  /** To the other nodes. */
  bus?: Bus
}

/** Finds the client app that a token speaks for, and counts its calls. */
export class AppPeople {
  readonly #parts: Parts
  readonly #kept = new Remembered<App | null>(FRESH_MS)
  readonly #rates: Rates
  readonly state: ProcessState

  constructor(parts: Parts) {
    this.#parts = parts
    this.#rates = new Rates(parts.bus ?? ALONE)
    this.state = this.#rates.state
  }

  /** Null when the token is not good, or its app is disabled, expired or has another secret. Refused (429) above its rate. */
  readonly identify = async (token: string): Promise<Person | null> => {
    const bearer = await this.#parts.tokens.read(token)
    const app = bearer && (await this.#kept.get(String(bearer.app_id), () => this.#find(bearer.app_id)))
    if (!app || nameOfSecret(app.secret) !== bearer.made_with) return null
    const seconds = this.#rates.wait(bearer.app_id, app.rate)
    if (seconds) throw new Refusal(429, 'too_many_requests', { figures: { seconds } })
    return narrowedTo(bearer, app.person)
  }

  /** Something of an app changed here: it counts from the next call on. */
  forget(): void {
    this.#kept.forget()
  }

  async #find(id: number): Promise<App | null> {
    const { db, ports } = this.#parts
    const found = await db
      .selectFrom('client_app')
      .select(['name', 'rate', 'secret_hash'])
      .where('id', '=', id)
      .where('status', '=', 'normal')
      .where(sql<boolean>`coalesce(expires_at > now(), true)`)
      .executeTakeFirst()
    const rights = found?.secret_hash && (await rightsOfApps(db, ports.people, [id])).get(id)
    if (!found?.secret_hash || !rights) return null
    await this.#noteUse(id)
    const { name, rate, secret_hash: secret } = found
    const { permissions, reach } = rights
    const session = `client_app ${id}`
    const nobody = { dashboard: '', roles: [], session }
    return {
      rate,
      secret,
      person: { ...nobody, id: -id, user_name: name, name, permissions, reach, grants: [{ permissions, reach }] },
    }
  }

  /** To the minute: an app that calls all the time shall not write all the time. */
  async #noteUse(id: number): Promise<void> {
    await sql`update client_app set last_used_at = now()
      where id = ${id} and coalesce(last_used_at < now() - interval '1 minute', true)`.execute(this.#parts.db)
  }
}

/** A token may be for less than its app may do (RFC 6749, 3.3). */
function narrowedTo({ scope }: AppBearer, person: Person): Person {
  if (!scope) return person
  const asked = (permissions: readonly string[]) => permissions.filter((code) => scope.includes(code))
  const grants = person.grants.map(({ permissions, reach }) => ({ permissions: asked(permissions), reach }))
  return { ...person, permissions: asked(person.permissions), grants }
}
