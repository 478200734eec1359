import type pg from 'pg'
import type { PileState } from '../../shared/entities/pile.ts'
import { repeated } from '../kit/transaction.ts'

/** A pile's socket opened or went. */
export interface PresenceChange {
  pile_id: number
  at: number
  /** Of its socket; see PileDirectory. */
  epoch: number
  online: boolean
  protocol: string | null
  state: PileState
}

// A spell ends where its pile comes, begins where it goes. What a pile did at a node that has it no more changes nothing; a node that takes it
// waits for the lock.
const statement = `
with given as (
  select s.pile_id, to_timestamp(g.at / 1000.0) as at, g.epoch, g.online, g.protocol, g.state
  from json_to_recordset($1) as g(pile_id bigint, at bigint, epoch bigint, online boolean, protocol text, state text)
  join pile_session s on s.pile_id = g.pile_id and s.node_id = $2
  order by s.pile_id for update of s
), sessions as (
  update pile_session s set connected = false, changed_at = now()
  from given where not given.online and s.pile_id = given.pile_id and s.epoch = given.epoch
), piles as (
  update pile set
    state = given.state,
    connected_at = case when given.online then given.at else pile.connected_at end,
    disconnected_at = case when given.online then pile.disconnected_at else given.at end,
    protocol = case when given.online then given.protocol else pile.protocol end,
    power_w = case when given.online then pile.power_w else 0 end,
    last_seen_at = greatest(pile.last_seen_at, case when given.online then given.at end)
  from given where pile.id = given.pile_id
), ended as (
  update offline_record set online_at = given.at, updated_at = now(),
    offline_seconds = greatest(0, round(extract(epoch from given.at - offline_record.offline_at)))
  from given where given.online and offline_record.pile_id = given.pile_id and offline_record.online_at is null
  returning offline_record.id
), begun as (
  insert into offline_record (pile_id, offline_at)
  select given.pile_id, given.at from given where not given.online
  on conflict (pile_id) where online_at is null do nothing
  returning id
)
select id from ended union all select id from begun`

/**
 * Writes changes in their order; a pile that came and went more than once takes a statement a turn. Resolves to the ids of
 * the offline records that began or ended.
 */
export async function writePresence(
  pool: pg.Pool,
  node: number,
  changes: readonly PresenceChange[],
): Promise<number[]> {
  const spells: number[] = []
  for (const turn of turns(changes)) {
    const query = { name: 'presence', text: statement, values: [JSON.stringify(turn), node] }
    // It holds the rows of many: a pile that is erased meanwhile may wait for one of them, and hold another.
    const { rows } = await repeated(() => pool.query<{ id: number }>(query))
    for (const { id } of rows) spells.push(id)
  }
  return spells
}

function turns(changes: readonly PresenceChange[]): PresenceChange[][] {
  const result: PresenceChange[][] = []
  const times = new Map<number, number>()
  for (const change of changes) {
    const turn = times.get(change.pile_id) ?? 0
    times.set(change.pile_id, turn + 1)
    const group = result[turn] ?? []
    group.push(change)
    result[turn] = group
  }
  return result
}

/** What these piles, or at a start all, were known as, and are not: their node was killed. They went when they were last seen. */
export async function settlePresence(pool: pg.Pool, piles: readonly number[] | null): Promise<void> {
  // One that comes meanwhile waits for the lock, or has it: then it is not gone.
  const gone = `
    with left_behind as (
      select s.pile_id from pile_session s join pile p on p.id = s.pile_id and p.state <> 'offline'
      where not s.connected and ($1::bigint[] is null or s.pile_id = any($1)) order by s.pile_id for update of s
    ), gone as (
      update pile set state = 'offline', power_w = 0, disconnected_at = coalesce(last_seen_at, connected_at, now())
      where state <> 'offline' and (id in (select pile_id from left_behind)
        or $1::bigint[] is null and not exists (select from pile_session s where s.pile_id = pile.id))
      returning id, disconnected_at
    )
    insert into offline_record (pile_id, offline_at) select id, disconnected_at from gone
    on conflict (pile_id) where online_at is null do nothing`
  await repeated(() => pool.query(gone, [piles]))
}
