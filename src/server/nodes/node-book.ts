import { createHmac } from 'node:crypto'
import { type EventLoopUtilization, type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import type { ReplicaState } from '../kit/database/read-replica.ts'
import type { Database } from '../kit/database/tables.ts'
import { isVacant, Lead, type LeadSaid } from './lead.ts'
import { nodeName } from './node-name.ts'
import { differencesOf, type Fingerprints, fingerprintsOf, type Shares } from './shares.ts'

/** A node that was not heard of for so long is lost. */
export const LOST_AFTER_S = 15
const KEPT_DAYS = 30
const DELAY_EVERY_MS = 20
const MB = 1024 * 1024
// A machine of the same name is not to be told from this one.
const otherAddresses = sql<
  string[] | null
>`(select array_agg(o.address) from node o where o.id <> node.id and o.address <> node.address
  and o.state in ('running', 'draining') and o.seen_at > now() - make_interval(secs => ${sql.lit(LOST_AFTER_S)}))`
/** Another node takes the piles of this one. */
const hasTakers = sql<boolean>`exists (select from node o where o.id <> node.id and o.state = 'running'
  and o.seen_at > now() - make_interval(secs => ${sql.lit(LOST_AFTER_S)}))`
/** Told to hand its piles over; where nobody is left who would take them, it takes them again. */
const handsOver = sql<boolean>`(node.handing_over_from is not null and ${hasTakers})`
const NO_REPLICA = { replica: null, replica_lag_s: null }
const NO_FIGURES: NodeFigures = { piles: 0, piles_waiting: 0, piles_put_off: 0, browsers: 0 }

interface Said extends LeadSaid {
  /** Its state before. */
  was: LeadSaid['state']
  handing_over_from: number | null
  /** Addresses of the others that run. */
  others: string[] | null
}

/** Another node signs with other keys. The message says what to do. */
export class OtherKeys extends Error {}

export interface NodeFigures {
  piles: number
  piles_waiting: number
  piles_put_off: number
  browsers: number
}

export interface NodeDeps {
  db: Kysely<Database>
  /** NODE_NAME; the machine and the process where nobody says. */
  name?: string | undefined
  /** Of Chargedeck. */
  release: string
  /** The key that signs access tokens. */
  tokenKey: Buffer
  /** What has to be the same at all nodes, beside that key. */
  shares?(): Shares
  /** Another node runs of which this is otherwise; a line for the log. */
  differs?(node: string, how: string): void
  /** Nobody else can be at this database: what it says of others is from before. */
  alone: boolean
  address(): string
  figures(): NodeFigures
  /** By how much its machine's clock is ahead of the database's, in milliseconds. */
  clockAhead?(): number
  /** What it makes of its read replica, and by how many seconds that is behind; nothing where it has none. */
  replica?(): { state: ReplicaState; lag: number | null } | undefined
  /** Of the data folder, in bytes; null where only the database holds anything. */
  disk?(): Promise<{ free: number; size: number; margin: number } | null>
  changed(entity: 'node', id: number): void
  /** Whether it is to take piles; said each time that it says it is there. */
  takesPiles?(takes: boolean): void
  /** The database answered what was asked then, by a clock that nobody sets; these others run, by their addresses. */
  heard?(others: readonly string[], asked_at: number): void
  /** A clock that nobody sets, in milliseconds. */
  clock?: () => number
}

/** This server among those that share the database: says every few seconds that it is there, and finds those that do not any more. */
export class NodeBook {
  readonly #deps: NodeDeps
  readonly #keys: string
  /** Whether it does what one node of all does. */
  readonly lead: Lead
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: DELAY_EVERY_MS })
  #id = 0
  #state: 'running' | 'draining' = 'running'
  #worked: EventLoopUtilization = performance.eventLoopUtilization()

  constructor(deps: NodeDeps) {
    this.#deps = deps
    this.lead = new Lead(deps)
    this.#keys = createHmac('sha256', deps.tokenKey).update('node').digest('base64url').slice(0, 16)
  }

  /** Its number among all starts. */
  get id(): number {
    return this.#id
  }

  /** What people call it. */
  get name(): string {
    return nodeName(this.#deps.name)
  }

  get isDraining(): boolean {
    return this.#state === 'draining'
  }

  /** Throws OtherKeys when a node that runs has other keys: people that sign in at one would be strangers to the other. */
  async arrive(): Promise<void> {
    const { db, alone, release, address, changed } = this.#deps
    await this.#findLost(alone ? 0 : LOST_AFTER_S)
    const shares = fingerprintsOf(this.#deps.tokenKey, this.#deps.shares?.() ?? {})
    await this.#compare(shares)
    const { id } = await db
      .insertInto('node')
      .values({
        ...{ name: this.name, release, address: address(), keys: this.#keys, state: 'running' },
        shares: JSON.stringify(shares),
        ...{ ...NO_FIGURES, busy_percent: 0, memory_mb: 0, delay_ms: 0 },
        ...{
          started_at: sql<string>`now()`,
          seen_at: sql<string>`now()`,
          leads: false,
          ...(await this.#disk()),
          clock_off_s: this.#clockOff(),
          ...this.#replica(),
        },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    this.#id = id
    this.#delay.enable()
    await this.lead.follow(id, this.#beat())
    changed('node', id)
  }

  /** Says that it is there and how it is. One that was taken for lost is there again. */
  async beat(): Promise<void> {
    if (!this.#id) return
    const asked_at = performance.now()
    const said = await this.lead.follow(this.#id, this.#beat())
    if (!said) return
    this.#deps.heard?.(said.others ?? [], asked_at)
    if (said.was !== said.state) this.#deps.changed('node', this.#id)
    this.#deps.takesPiles?.(said.handing_over_from === null)
    await this.#findLost(LOST_AFTER_S)
  }

  /** It takes no new work from here on, and leaves to another what one does. */
  async drain(): Promise<void> {
    this.#state = 'draining'
    this.lead.end()
    await this.beat()
  }

  /** Its end, after all that it did. */
  async leave(): Promise<void> {
    this.#delay.disable()
    const { db, changed } = this.#deps
    const id = this.#id
    this.#id = 0
    await db
      .updateTable('node')
      .set({
        state: 'stopped',
        ...NO_FIGURES,
        ...NO_REPLICA,
        leads: false,
        handing_over_from: null,
        ended_at: sql<string>`now()`,
      })
      .set({ updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    changed('node', id)
  }

  /** Forgets those that ended long ago. */
  async tidy(): Promise<void> {
    await this.#deps.db
      .deleteFrom('node')
      .where('ended_at', '<', sql<string>`now() - make_interval(days => ${KEPT_DAYS})`)
      .execute()
  }

  async #compare(shares: Fingerprints): Promise<void> {
    const others = await this.#deps.db
      .selectFrom('node')
      .select(['name', 'keys', 'shares'])
      .where('state', 'in', ['running', 'draining'])
      .execute()
    const said = new Set<string>()
    for (const other of others) {
      if (other.keys !== this.#keys) throw new OtherKeys(otherKeys(other.name, ALL_KEYS))
      const { keys, settings } = differencesOf(shares, other.shares)
      if (keys.length) throw new OtherKeys(otherKeys(other.name, keys.join(', ')))
      for (const how of settings.filter((each) => !said.has(each))) {
        this.#deps.differs?.(other.name, how)
        said.add(how)
      }
    }
  }

  async #beat(): Promise<Said | undefined> {
    const { db, address, figures } = this.#deps
    const was = sql<Said['was']>`(select state from node o where o.id = node.id)`
    return await db
      .updateTable('node')
      .set({
        ...figures(),
        ...this.#load(),
        ...(await this.#disk()),
        clock_off_s: this.#clockOff(),
        ...this.#replica(),
        address: address(),
        state: sql<LeadSaid['state']>`case when ${handsOver} then 'draining' else ${this.#state} end`,
        handing_over_from: sql<number | null>`case when ${handsOver} then handing_over_from end`,
        ended_at: null,
      })
      .set({ seen_at: sql<string>`now()`, updated_at: sql<string>`now()` })
      .set({ leads: sql<boolean>`leads and ${this.#state === 'running'} and not ${handsOver}` })
      .where('id', '=', this.#id)
      .returning([
        was.as('was'),
        'state',
        'leads',
        'handing_over_from',
        isVacant.as('vacant'),
        otherAddresses.as('others'),
      ])
      .executeTakeFirst()
  }

  #clockOff(): number {
    return Math.round(Math.abs(this.#deps.clockAhead?.() ?? 0) / 1_000)
  }

  #replica() {
    const { state = null, lag = null } = this.#deps.replica?.() ?? {}
    return { replica: state, replica_lag_s: lag === null ? null : Math.floor(lag) }
  }

  async #disk() {
    const disk = await this.#deps.disk?.().catch(() => null)
    return { disk_free: disk?.free ?? null, disk_size: disk?.size ?? null, disk_margin: disk?.margin ?? null }
  }

  async #findLost(seconds: number): Promise<void> {
    const lost = await this.#deps.db
      .updateTable('node')
      .set({
        state: 'lost',
        ...NO_FIGURES,
        ...NO_REPLICA,
        leads: false,
        ended_at: sql<string>`seen_at`,
      })
      .set({ updated_at: sql<string>`now()` })
      .where('state', 'in', ['running', 'draining'])
      .where('id', '<>', this.#id)
      .where('seen_at', '<=', sql<string>`now() - make_interval(secs => ${seconds})`)
      .returning('id')
      .execute()
    for (const { id } of lost) this.#deps.changed('node', id)
  }

  /** Since the last time it was asked. */
  #load() {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#worked)
    this.#worked = now
    const late = this.#delay.percentile(99) / 1e6 - DELAY_EVERY_MS
    this.#delay.reset()
    return {
      busy_percent: Math.round(utilization * 100),
      memory_mb: Math.round(process.memoryUsage.rss() / MB),
      delay_ms: Math.max(0, Math.round(late)),
    }
  }
}

const ALL_KEYS = 'token.key, captcha.key, factor.key and push.key'

const otherKeys = (name: string, keys: string) =>
  `The keys in DATA_DIR are others than those of the node "${name}" on the same database: copy ${keys} ` +
  `from its data folder to this one. If that node is gone, start again in ${LOST_AFTER_S} seconds.`
