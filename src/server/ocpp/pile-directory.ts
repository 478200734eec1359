import type pg from 'pg'
import type { Bus } from '../kit/bus.ts'
import { derived } from '../kit/process-state.ts'
import { QueryBatcher } from '../kit/query-batcher.ts'

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

const RUNS = `('running', 'draining')`

const TAKE = `
with given as (
  select g.pile_id, g.protocol from json_to_recordset($1) as g(pile_id bigint, protocol text) join pile on pile.id = g.pile_id
), before as (
  select s.pile_id, s.node_id, s.connected and n.id is not null as connected
  from given join pile_session s using (pile_id) left join node n on n.id = s.node_id and n.state in ${RUNS}
), taken as (
  insert into pile_session as s (pile_id, node_id, connected, protocol)
  select pile_id, $2, true, protocol from given order by pile_id
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
  readonly #taking: QueryBatcher<{ pile_id: number; protocol: string }, Taken | null>
  readonly #asking: QueryBatcher<number, Promise<boolean>>
  readonly #freed = new Map<number, () => void>()
  #events: DirectoryEvents = { movedOut: async () => {}, end: () => {} }
  /** What changed later than this, by the database's clock, was not read yet. */
  #since = 0
  #looking: Promise<void> | null = null
  #taken: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#taking = new QueryBatcher((piles) => this.#take(piles))
    this.#asking = new QueryBatcher((piles) => this.#lookAt(piles))
    const { bus } = deps
    bus.subscribe('pile_taken', (line) => {
      const [pile_id = 0, former = 0] = line.split(' ').map(Number)
      void this.#lookSoon(pile_id).then((isFree) => {
        if (isFree && former === this.#node) bus.publish('pile_freed', String(pile_id))
      })
    })
    bus.subscribe('pile_freed', (line) => this.#freed.get(Number(line))?.())
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
    if (!taken) throw new Error('the pile is gone')
    this.#elsewhere.delete(pile_id)
    this.#deps.bus.publish('pile_taken', `${pile_id} ${taken.former ?? 0}`)
    return taken
  }

  /** Resolves when the former node of a pile has let go of it, or hangs. */
  async freed(pile_id: number, withinMs: number): Promise<void> {
    let late: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      late = setTimeout(resolve, withinMs)
      this.#freed.set(pile_id, resolve)
    })
    clearTimeout(late)
    this.#freed.delete(pile_id)
  }

  /** Has the node that has a pile end its socket: at once, or within a second or so. */
  async end(pile_id: number, why: string): Promise<void> {
    if (!this.#elsewhere.has(pile_id)) return
    const sql = `update pile_session set end_why = $2, changed_at = now() where pile_id = $1 and connected`
    await this.#deps.pool.query(sql, [pile_id, why])
    this.#deps.bus.publish('pile_end', String(pile_id))
  }

  /**
   * Takes over what nodes that ended had; at this node's own start all that no running node has. Resolves to those piles: none has a socket, and
   * nobody else follows what becomes of them.
   */
  async adopt(isStart = false): Promise<number[]> {
    const ended = isStart
      ? `s.node_id = $1 or not exists (select from node n where n.id = s.node_id and n.state in ${RUNS})`
      : `s.node_id <> $1 and s.node_id in (select id from node where state not in ${RUNS})`
    const sql = `update pile_session s set node_id = $1, epoch = s.epoch + 1, connected = false, end_why = null, changed_at = now()
      where ${ended} returning pile_id`
    const { rows } = await this.#deps.pool.query<{ pile_id: number }>(sql, [this.#node])
    return rows.map(({ pile_id }) => pile_id)
  }

  /** Whether a node runs that would take its piles. */
  async hasOthers(): Promise<boolean> {
    const sql = `select from node where state = 'running' and id <> $1 and seen_at > now() - interval '15 seconds' limit 1`
    return Boolean((await this.#deps.pool.query(sql, [this.#node])).rowCount)
  }

  /** Reads what changed since the last time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
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

  /** One query after the other: of two sockets at this process the newer one has the later epoch. */
  #take(piles: { pile_id: number; protocol: string }[]): Promise<(Taken | null)[]> {
    const taken = this.#taken.catch(() => {}).then(() => this.#takeNow(piles))
    this.#taken = taken
    return taken
  }

  async #takeNow(piles: { pile_id: number; protocol: string }[]): Promise<(Taken | null)[]> {
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
