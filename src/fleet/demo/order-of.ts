import { ruleAt, type Tariff, tariffOf } from '../../shared/domain/bands.ts'
import { occupationLines } from '../../shared/domain/occupation.ts'
import { energyLines, sumOf } from '../../shared/domain/tariff.ts'
import { siteClock } from '../../shared/domain/time-zone.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { TIME_ZONE } from './network.ts'
import { rulesOfStrategy } from './prices.ts'
import { sites } from './sites.ts'
import type { Visit } from './visits.ts'

const tariffs = new Map<number, Tariff>()

/** The prices at a site. */
function tariffAt(site_id: number): Tariff {
  const known = tariffs.get(site_id)
  if (known) return known
  const tariff = tariffOf(rulesOfStrategy(sites[site_id - 1]?.strategy_id ?? 0), siteClock(TIME_ZONE))
  if (!tariff) throw new Error(`the prices of site ${site_id} do not cover the day`)
  tariffs.set(site_id, tariff)
  return tariff
}

/** What a visit cost, priced as the server prices: the same function, the same rounding. */
export function billOf(visit: Visit, meter_start_wh: number) {
  const tariff = tariffAt(visit.pile.site_id)
  const meter_stop_wh = meter_start_wh + Math.floor(visit.points.at(-1)?.wh ?? 0)
  const points = visit.points.map(({ at, wh }) => ({ at, wh: Math.min(meter_start_wh + wh, meter_stop_wh) }))
  const occupation = occupationLines(tariff, visit.charge_ended_at, visit.unplugged_at)
  const lines = [...energyLines(tariff, points), ...occupation]
  return { lines, amounts: sumOf(lines), meter_stop_wh, occupied_from: occupation[0]?.from ?? null }
}

interface Told {
  /** The name that started it from the console, or nothing when a card did. */
  by: string | undefined
  card: string
  meter_start_wh: number
  meter_stop_wh: number
  occupied_from: string | null
  paid_cents: number
  short_cents: number
  settled_at: number
}

const happened = (at: number, event: string, figures: OrderEvent['figures'] = {}): OrderEvent => ({
  at: new Date(at).toISOString(),
  event,
  figures,
})

/** What happened, in the words of the server's own orders. */
export function eventsOf(visit: Visit, told: Told): OrderEvent[] {
  const { started_at, charge_ended_at, ended_at, unplugged_at, pulled } = visit
  const { free_minutes, occupation_fee } = ruleAt(tariffAt(visit.pile.site_id), charge_ended_at)
  const reason = pulled ? 'EVDisconnected' : 'Local'
  const occupied = told.occupied_from && ruleAt(tariffAt(visit.pile.site_id), Date.parse(told.occupied_from))
  return [
    ...(told.by ? [happened(started_at - 9_000, 'remote_start', { by: told.by })] : []),
    happened(started_at - 1_000, 'authorized', { card: told.card }),
    happened(started_at, 'started', { meter_wh: told.meter_start_wh }),
    ...(charge_ended_at < ended_at ? [happened(charge_ended_at, 'suspended_vehicle')] : []),
    happened(ended_at, 'stopped', { reason, meter_wh: told.meter_stop_wh }),
    ...(!pulled && occupation_fee > 0 ? [happened(charge_ended_at, 'free_interval', { minutes: free_minutes })] : []),
    ...(occupied
      ? [happened(Date.parse(told.occupied_from ?? ''), 'occupation_began', { fee_cents: occupied.occupation_fee })]
      : []),
    happened(unplugged_at, 'unplugged'),
    ...(told.paid_cents > 0 ? [happened(told.settled_at, 'paid', { paid_cents: told.paid_cents })] : []),
    ...(told.short_cents > 0 ? [happened(told.settled_at, 'short', { short_cents: told.short_cents })] : []),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
