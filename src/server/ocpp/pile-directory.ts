import type pg from 'pg'
import type { Bus } from '../kit/bus.ts'
import { derived } from '../kit/process-state.ts'
import { QueryBatcher } from '../kit/query-batcher.ts'
import { repeated } from '../kit/transaction.ts'
import { within } from '../kit/within.ts'
import { CommitTimes } from './commit-times.ts'

/** What becomes of piles by what other nodes did; called more than once for the same. */
export interface DirectoryEvents {
  /** Another node has it, or had it last, since this epoch. Resolves when nothing that came from it is under way here. */
  movedOut(pile_id: number, epoch: number): Promise<void>
  /** Another node wants its socket ended; `why` reaches the pile. */
  end(pile_id: number, why: string): void
}

/** A pile that has a socket here now. */
export interface Taken {
  epoch: number
  /** The node that has an older socket of it. */
  former: number | null
  /** It was with another node: what is known of it is in the database alone. */
  isNews: boolean
}

interface Deps {
  pool: pg.Pool
  bus: Bus
  /** This node's number. */
  node: () => number
  times?: CommitTimes
}

interface Taking {
  pile_id: number
  protocol: string
}

interface Row {
  pile_id: number
  node_id: number
  epoch: number
  connected: boolean
  protocol: string | null
  end_why: string | null
}

/** A row that was written under a lock for so long would be missed. */
const OVERLAP_MS = 5_000

/** States of a node that is there. */
export const RUNS = `('running', 'draining')`

/** That no other node has a pile, or had it last: SQL, of what names the pile's number and this node's there. */
export const notElsewhere = (pile: string, node: string) =>
  `not exists (select from pile_session s where s.pile_id = ${pile} and s.node_id <> ${node})`

/** A node that was silent for so long is not waited for. */
const SILENT_S = 5
/** Rows that are taken over in one commit. */
const ADOPTED_AT_ONCE = 1_000
/** Every so many looks all is read anew, whatever was missed. */
const LOOKS_A_READING = 60

/** In the order of the piles, so that nodes wait for each other in one order: who comes second sees the first as the one before. */
const TAKE = `
with given as (
  select g.pile_id, g.protocol from json_to_recordset($1) as g(pile_id bigint, protocol text)
  join pile on pile.id = g.pile_id and pile.enabled and pile.archived_at is null
), before as (
  select s.pile_id, s.node_id, s.connected and n.id is not null as connected
  from given join pile_session s using (pile_id)
  left join node n on n.id = s.node_id and n.state in ${RUNS} and n.seen_at > now() - interval '${SILENT_S} seconds'
  order by s.pile_id for update of s
), taken as (
  insert into pile_session as s (pile_id, node_id, connected, protocol)
  select given.pile_id, $2, true, given.protocol from given left join before using (pile_id) order by given.pile_id
  on conflict (pile_id) do update set node_id = excluded.node_id, epoch = s.epoch + 1, connected = true, protocol = excluded.protocol,
    end_why = null, changed_at = now()
  returning pile_id, epoch
)
select taken.pile_id, taken.epoch, before.node_id as before, coalesce(before.connected, false) as connected
from taken left join before using (pile_id)`

/**
 * Which node has which pile. The table pile_session is the truth: each socket that opens begins a new epoch there, whichever node it is at, and
 * the newest counts. Here is what was read of piles at other nodes, so that their pages and commands need not ask; it is read anew each second,
 * and at once when another node says so.
 */
export class PileDirectory {
  readonly #deps: Deps
  readonly #elsewhere = new Map<number, { node_id: number; protocol: string | null }>()
  readonly state = derived('piles_elsewhere', () => this.#elsewhere.size)
  /** One query after the other: of two sockets at this process the newer one has the later epoch. */
  readonly #taking: QueryBatcher<Taking, Taken | null>
  readonly #asking: QueryBatcher<number, Promise<boolean>>
  readonly #freed = new Map<number, Set<() => void>>()
  #events: DirectoryEvents = { movedOut: async () => {}, end: () => {} }
  /** What changed later than this, by the database's clock, was not read yet. */
  #since = 0
  #looking: Promise<void> | null = null
  #looks = 0

  constructor(deps: Deps) {
    this.#deps = deps
    const { times = new CommitTimes() } = deps
    const take = (piles: Taking[]) => times.timed(() => repeated(() => this.#take(piles)))
    this.#taking = new QueryBatcher(take, { inTurns: true })
    this.#asking = new QueryBatcher((piles) => this.#lookAt(piles))
    const { bus } = deps
    bus.subscribe('pile_taken', (line) => {
      const [pile_id = 0, former = 0] = line.split(' ').map(Number)
      void this.#lookSoon(pile_id).then((isFree) => {
        if (isFree && former === this.#node) bus.publish('pile_freed', String(pile_id))
      })
    })
    bus.subscribe('pile_freed', (line) => {
      for (const resolve of this.#freed.get(Number(line)) ?? []) resolve()
    })
    bus.subscribe('pile_end', (line) => void this.#lookSoon(Number(line)))
  }

  on(events: DirectoryEvents): void {
    this.#events = events
  }

  /** The node that has a pile's socket, and what the pile speaks there; undefined for one that is here or away. */
  elsewhere(pile_id: number): { node_id: number; protocol: string | null } | undefined {
    return this.#elsewhere.get(pile_id)
  }

  /** A pile's socket opened here. Rejects when that cannot be written down. */
  async take(pile_id: number, protocol: string): Promise<Taken> {
    const taken = await this.#taking.ask({ pile_id, protocol })
    if (!taken) throw new Error('the pile is gone, or disabled')
    this.#elsewhere.delete(pile_id)
    this.#deps.bus.publish('pile_taken', `${pile_id} ${taken.former ?? 0}`)
    return taken
  }

  /** Resolves when the former node of a pile has let go of it, or hangs. */
  async freed(pile_id: number, withinMs: number): Promise<void> {
    const waiting = this.#freed.get(pile_id) ?? new Set()
    this.#freed.set(pile_id, waiting)
    let done = () => {}
    const freed = new Promise<void>((resolve) => {
      done = resolve
      waiting.add(done)
    })
    await within(freed, withinMs)
    waiting.delete(done)
    if (waiting.size === 0) this.#freed.delete(pile_id)
  }

  /** Has the node that has a pile end its socket: at once, or within a second or so. */
  async end(pile_id: number, why: string): Promise<void> {
    const sql = `update pile_session set end_why = $2, changed_at = now() where pile_id = $1 and connected and node_id <> $3`
    const { rowCount } = await this.#deps.pool.query(sql, [pile_id, why, this.#node])
    if (rowCount) this.#deps.bus.publish('pile_end', String(pile_id))
  }

  /**
   * Takes over what nodes that ended had; at this node's own start all that no running node has. Resolves to those piles: none has a socket, and
   * nobody else follows what becomes of them.
   */
  async adopt(isStart = false): Promise<number[]> {
    const adopted: number[] = []
    for (let some: number[]; ; adopted.push(...some)) {
      some = await this.#adopt(isStart)
      if (some.length === 0) return adopted
    }
  }

  async #adopt(isStart: boolean): Promise<number[]> {
    const ended = isStart
      ? `(s.node_id = $1 and s.connected) or s.node_id <> $1 and not exists (select from node n where n.id = s.node_id and n.state in ${RUNS})`
      : `s.node_id <> $1 and s.node_id in (select id from node where state not in ${RUNS})`
    // What another node just takes or takes over is left to it.
    const sql = `
      with these as (select s.pile_id from pile_session s where ${ended} order by s.pile_id for update skip locked limit ${ADOPTED_AT_ONCE})
      update pile_session s set node_id = $1, epoch = s.epoch + 1, connected = false, end_why = null, changed_at = now()
      from these where s.pile_id = these.pile_id returning s.pile_id`
    const { rows } = await repeated(() => this.#deps.pool.query<{ pile_id: number }>(sql, [this.#node]))
    return rows.map(({ pile_id }) => pile_id)
  }

  /** Which piles are written down as connected here and are none of these. */
  async missing(mine: readonly number[]): Promise<{ pile_id: number; epoch: number }[]> {
    const sql = `select pile_id, epoch from pile_session where node_id = $1 and connected and not (pile_id = any($2::bigint[]))`
    return (await this.#deps.pool.query<{ pile_id: number; epoch: number }>(sql, [this.#node, mine])).rows
  }

  /** Whether a node runs that would take its piles. */
  async hasOthers(): Promise<boolean> {
    const sql = `select from node where state = 'running' and id <> $1 and seen_at > now() - interval '15 seconds' limit 1`
    return Boolean((await this.#deps.pool.query(sql, [this.#node])).rowCount)
  }

  /** Reads what changed since the last time. */
  look(): Promise<void> {
    const isReading = this.#looks++ % LOOKS_A_READING === 0
    this.#looking ??= (isReading ? this.#readAll() : this.#look()).finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** Lets go of those of its sockets that do not count any more, whatever was missed. */
  async compare(mine: readonly { pile_id: number; epoch: number }[]): Promise<void> {
    if (!mine.length) return
    const sql = `select g.pile_id, coalesce(s.epoch, g.epoch + 1) as epoch
      from json_to_recordset($1) as g(pile_id bigint, epoch bigint) left join pile_session s using (pile_id)
      where s.epoch is distinct from g.epoch or s.node_id <> $2`
    const { rows } = await this.#deps.pool.query<Row>(sql, [JSON.stringify(mine), this.#node])
    for (const { pile_id, epoch } of rows) void this.#events.movedOut(pile_id, epoch)
  }

  get #node(): number {
    return this.#deps.node()
  }

  async #take(piles: readonly Taking[]): Promise<(Taken | null)[]> {
    // A pile that came twice at once has one epoch: this process knows which of its sockets is the newer.
    const given = new Map(piles.map((pile) => [pile.pile_id, pile]))
    const { rows } = await this.#deps.pool.query<Row & { before: number | null }>({
      name: 'take-piles',
      text: TAKE,
      values: [JSON.stringify([...given.values()]), this.#node],
    })
    const taken = new Map(
      rows.map(({ pile_id, epoch, before, connected }) => {
        const isNews = before !== null && before !== this.#node
        return [pile_id, { epoch, isNews, former: isNews && connected ? before : null }]
      }),
    )
    return piles.map(({ pile_id }) => taken.get(pile_id) ?? null)
  }

  async #readAll(): Promise<void> {
    const { rows } = await this.#deps.pool.query<{ now: number }>(
      'select (extract(epoch from now()) * 1000)::float8 as now',
    )
    const sql =
      'select pile_id, node_id, epoch, connected, protocol, end_why from pile_session where node_id <> $1 and connected'
    const others = (await this.#deps.pool.query<Row>(sql, [this.#node])).rows
    const there = new Set(others.map(({ pile_id }) => pile_id))
    for (const pile_id of this.#elsewhere.keys()) if (!there.has(pile_id)) this.#elsewhere.delete(pile_id)
    for (const row of others) void this.#heard(row)
    this.#since = (rows[0]?.now ?? 0) - OVERLAP_MS
  }

  async #look(): Promise<void> {
    const { rows } = await this.#deps.pool.query<Partial<Row> & { now: number }>({
      name: 'look-at-piles',
      text: `select s.pile_id, s.node_id, s.epoch, s.connected, s.protocol, s.end_why, (extract(epoch from now()) * 1000)::float8 as now
        from (select) one left join pile_session s on s.changed_at > to_timestamp($1::float8 / 1000)`,
      values: [this.#since],
    })
    for (const row of rows) if (row.pile_id !== undefined && row.pile_id !== null) void this.#heard(row as Row)
    this.#since = (rows[0]?.now ?? 0) - OVERLAP_MS
  }

  /** True when the pile is another node's, and nothing of it is under way here any more; false as well when that cannot be read. */
  async #lookSoon(pile_id: number): Promise<boolean> {
    if (!Number.isSafeInteger(pile_id)) return false
    try {
      return await await this.#asking.ask(pile_id)
    } catch {
      return false
    }
  }

  async #lookAt(piles: number[]): Promise<Promise<boolean>[]> {
    const sql =
      'select pile_id, node_id, epoch, connected, protocol, end_why from pile_session where pile_id = any($1::bigint[])'
    const { rows } = await this.#deps.pool.query<Row>(sql, [piles])
    const heard = new Map(rows.map((row) => [row.pile_id, this.#heard(row)]))
    for (const pile_id of piles) if (!heard.has(pile_id)) this.#elsewhere.delete(pile_id)
    return piles.map((pile_id) => heard.get(pile_id) ?? Promise.resolve(false))
  }

  /** True when it is another node's, and nothing of it is under way here any more. */
  async #heard({ pile_id, node_id, epoch, connected, protocol, end_why }: Row): Promise<boolean> {
    if (node_id === this.#node) {
      this.#elsewhere.delete(pile_id)
      if (connected && end_why !== null) this.#events.end(pile_id, end_why)
      return false
    }
    if (connected) this.#elsewhere.set(pile_id, { node_id, protocol })
    else this.#elsewhere.delete(pile_id)
    await this.#events.movedOut(pile_id, epoch)
    return true
  }
}
