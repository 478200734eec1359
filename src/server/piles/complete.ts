import { type Kysely, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { deviceNames, gunNow } from '../../shared/endpoints/device-names.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import type { Pile } from '../../shared/entities/pile.ts'
import { pileType } from '../../shared/entities/pile-type.ts'
import type { Looking } from '../kit/context.ts'
import { anyOfIds, executeKept } from '../kit/database/client.ts'
import type { Database } from '../kit/database/tables.ts'
import { connectorsNow } from './connectors-now.ts'

type Names = { [N in keyof typeof deviceNames]: z.output<(typeof deviceNames)[N]> }
type Type = { name: string; model: string | null; guns: number; current_mode: 'ac' | 'dc' }
/** What is read beside a pile's own columns. */
interface Beside {
  type: Type | null
  /** Under planned maintenance until then; null while it is not. */
  maintenance_until: string | null
}

/** Piles with their connectors as they are now, and under the specification's names as well. */
export async function complete<P extends Pile>(looking: Looking, piles: readonly P[]) {
  const ids = piles.map(({ id }) => id)
  return (await completer(looking, ids))(piles)
}

/** The same for piles that are read meanwhile. */
export async function completer(looking: Looking, ids: readonly number[]) {
  const [connectors, beside] = await Promise.all([connectorsNow(looking, ids), besideOf(looking.db, ids)])
  return <P extends Pile>(piles: readonly P[]) =>
    piles.map((pile) => {
      const mine = known(pile, connectors.get(pile.id) ?? [])
      const { type = null, maintenance_until = null } = beside.get(pile.id) ?? {}
      return { ...pile, connectors: mine, maintenance_until, ...namesOf(pile, mine, type) }
    })
}

/** A connected pile that has reported nothing of its connectors has at least one, in a state that nobody knows. */
function known(pile: Pile, connectors: ConnectorNow[]): ConnectorNow[] {
  if (pile.state === 'offline' || connectors.some(({ number }) => number > 0)) return connectors
  return [...connectors, UNREPORTED]
}

const UNREPORTED: ConnectorNow = {
  number: 1,
  status: 'Unknown',
  status_at: null,
  error_code: null,
  vendor_code: null,
  info: null,
  power_w: null,
  current_ma: null,
  voltage_mv: null,
  soc: null,
  temperature_c: null,
  measured_at: null,
  order: null,
}

/** By the piles. */
async function besideOf(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Beside>> {
  if (ids.length === 0) return new Map()
  const found = await executeKept(
    db,
    { of: pileType, name: 'of piles', values: [[...ids]] },
    () =>
      sql<Beside & { pile_id: number }>`
      select p.id as pile_id, planned.until as maintenance_until, case when y.id is not null then
        json_build_object('name', y.name, 'model', y.model, 'guns', y.guns, 'current_mode', y.current_mode) end as type
      from pile p left join pile_type y on y.id = p.pile_type_id cross join lateral (
        select max(ends_at) as until from maintenance_span where pile_id = p.id and starts_at <= now() and ends_at > now()) planned
      where p.id = ${anyOfIds(ids)}`,
  )
  return new Map(found.map(({ pile_id, ...beside }) => [pile_id, beside]))
}

function namesOf(pile: Pile, connectors: readonly ConnectorNow[], type: Type | null): Names {
  const guns = connectors.filter(({ number }) => number > 0)
  return {
    device_code: pile.station_number,
    device_number: pile.serial_number,
    device_type_id: pile.pile_type_id,
    device_type_name: type?.name ?? null,
    device_model: pile.model ?? type?.model ?? null,
    type_number: guns.length || (type?.guns ?? 0),
    device_status: pile.state,
    exception_status: pile.state === 'faulted' ? 'abnormal' : 'normal',
    park_lot_id: pile.site_id,
    park_name: pile.site?.title ?? null,
    real_time: guns.map((gun) => nowOf(gun, type?.current_mode ?? null)),
  }
}

function nowOf(gun: ConnectorNow, current_type: Type['current_mode'] | null): z.output<typeof gunNow> {
  const { number, status, current_ma, voltage_mv, order } = gun
  return {
    connector_number: number,
    charging_state: status,
    balance: order?.balance_cents ?? null,
    charge_amount: order?.total_cents ?? null,
    current_type,
    charging_minutes: order && minutesOf(order),
    energy_charged: order?.energy_wh ?? null,
    current: current_ma === null ? null : current_ma / 1000,
    voltage: voltage_mv === null ? null : voltage_mv / 1000,
  }
}

const minutesOf = ({ started_at, ended_at }: NonNullable<ConnectorNow['order']>): number =>
  Math.max(0, Math.floor(((ended_at ? Date.parse(ended_at) : Date.now()) - Date.parse(started_at)) / 60_000))
