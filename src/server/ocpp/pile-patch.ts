import type { QueryConfig } from 'pg'
import type { PileState } from '../../shared/entities/pile.ts'
import { type Anomalies, mergeAnomalies } from './pile-anomalies.ts'

/** What changed of a pile since it was written last; a field that is not there stays. Instants are epoch milliseconds. */
export interface PilePatch {
  state?: PileState
  power_w?: number
  last_seen_at?: number
  booted_at?: number
  vendor?: string
  model?: string
  serial_number?: string
  firmware_version?: string
  heartbeat_seconds?: number
  clock_skew_ms?: number
  /** Its open orders moved on: their energy is summed anew. */
  charged?: true
  connectors?: Map<number, ConnectorPatch>
  /** Written by themselves: pile-anomalies.ts. */
  flags?: Map<string, Anomalies>
}

export interface ConnectorPatch {
  status?: string
  status_at?: number
  error_code?: string
  vendor_code?: string | null
  info?: string | null
  power_w?: number
  current_ma?: number
  voltage_mv?: number
  soc?: number
  temperature_c?: number
  measured_at?: number
}

/** Puts what is newer over what is older. */
export function mergePatch(older: PilePatch, newer: PilePatch): PilePatch {
  const connectors = new Map(older.connectors)
  for (const [number, patch] of newer.connectors ?? []) connectors.set(number, { ...connectors.get(number), ...patch })
  const flags = new Map(older.flags)
  for (const [flag, noted] of newer.flags ?? []) flags.set(flag, mergeAnomalies(flags.get(flag) ?? new Map(), noted))
  return { ...older, ...newer, connectors, flags }
}

const statement = `
with given as materialized (
  select * from json_to_recordset($1) as g(
    id bigint, state text, power_w bigint, last_seen_at bigint, booted_at bigint, vendor text, model text, serial_number text,
    firmware_version text, heartbeat_seconds int, clock_skew_ms bigint, charged boolean)
), open as (
  -- Summed for all at once: pile by pile, a plan made when few charged reads every open order for each pile. What has not ended has not left
  -- its gun: said, so that the index of those is taken, and none of all that the pile ever had.
  select o.pile_id, sum(o.energy_wh) as energy_wh from orders o
  where o.status in ('generated', 'completed') and o.left_at is null and o.ended_at is null and o.pile_id in (select id from given where charged)
  group by o.pile_id
), piles as (
  update pile set
    -- where another node has the pile, what it is is that node's to say
    state = case when s.node_id <> $3 then pile.state else coalesce(g.state, pile.state) end,
    power_w = case when s.node_id <> $3 then pile.power_w else coalesce(g.power_w, pile.power_w) end,
    last_seen_at = greatest(ms(g.last_seen_at), pile.last_seen_at),
    booted_at = coalesce(ms(g.booted_at), pile.booted_at),
    vendor = coalesce(g.vendor, pile.vendor),
    model = coalesce(g.model, pile.model),
    serial_number = coalesce(g.serial_number, pile.serial_number),
    firmware_version = coalesce(g.firmware_version, pile.firmware_version),
    heartbeat_seconds = coalesce(g.heartbeat_seconds, pile.heartbeat_seconds),
    clock_skew_ms = coalesce(g.clock_skew_ms, pile.clock_skew_ms),
    energy_wh = case when g.charged then coalesce(open.energy_wh, 0) else pile.energy_wh end
  from given g left join pile_session s on s.pile_id = g.id left join open on open.pile_id = g.id
  where pile.id = g.id
)
insert into connector (
  pile_id, number, status, status_at, error_code, vendor_code, info, power_w, current_ma, voltage_mv, soc, temperature_c, measured_at)
select c.pile_id, c.number, coalesce(c.status, 'Unknown'), ms(c.status_at), c.error_code, c.vendor_code, c.info,
  c.power_w, c.current_ma, c.voltage_mv, c.soc, c.temperature_c, ms(c.measured_at)
from json_to_recordset($2) as c(
  pile_id bigint, number int, status text, status_at bigint, error_code text, vendor_code text, info text,
  power_w bigint, current_ma bigint, voltage_mv bigint, soc int, temperature_c float8, measured_at bigint) join pile on pile.id = c.pile_id
on conflict (pile_id, number) do update set
  -- a patch has all of a status, or nothing of it
  status = case when excluded.status_at is null then connector.status else excluded.status end,
  error_code = case when excluded.status_at is null then connector.error_code else excluded.error_code end,
  vendor_code = case when excluded.status_at is null then connector.vendor_code else excluded.vendor_code end,
  info = case when excluded.status_at is null then connector.info else excluded.info end,
  status_at = coalesce(excluded.status_at, connector.status_at),
  power_w = coalesce(excluded.power_w, connector.power_w),
  current_ma = coalesce(excluded.current_ma, connector.current_ma),
  voltage_mv = coalesce(excluded.voltage_mv, connector.voltage_mv),
  soc = coalesce(excluded.soc, connector.soc),
  temperature_c = coalesce(excluded.temperature_c, connector.temperature_c),
  measured_at = coalesce(excluded.measured_at, connector.measured_at)`.replaceAll(
  /\bms\(([\w.]+)\)/g,
  'to_timestamp($1 / 1000.0)',
)

/** One statement, so one commit, for all that changed but the anomalies. */
export function patchStatement(patches: ReadonlyMap<number, PilePatch>, node: number): QueryConfig {
  const piles: object[] = []
  const connectors: object[] = []
  // In one order everywhere, so that two writers cannot wait for each other.
  for (const [id, patch] of [...patches].sort(([a], [b]) => a - b)) {
    const { connectors: ofPile, flags: _, ...own } = patch
    if (Object.keys(own).length > 0) piles.push({ id, ...own })
    for (const [number, connector] of ofPile ?? []) connectors.push({ pile_id: id, number, ...connector })
  }
  return {
    name: 'pile-patches',
    text: statement,
    values: [JSON.stringify(piles), JSON.stringify(connectors), node],
  }
}
