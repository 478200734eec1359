import type { Maintenance, maintenance } from '../../shared/entities/maintenance.ts'
import type { Draft } from '../../shared/kit/entity.ts'
import { Refusal } from '../kit/refusal.ts'

export type Plan = Draft<typeof maintenance>

const DAY_MS = 86_400_000
/** People write down in the afternoon what they began in the morning. */
const EARLIEST_MS = DAY_MS
const MOST_DAYS = 366

/** What has begun keeps it. */
const BEGUN = ['site_id', 'pile_ids', 'starts_at', 'service'] as const

type Flaws = Record<string, { key: string }>

/**
 * What has begun keeps when and where it began: alarms were held back and availability was counted by it. Of what is over only the text
 * changes, for the same reason.
 */
export function planFlaws(plan: Plan, before: Maintenance | null, now: number): Flaws {
  const [starts, ends] = [Date.parse(plan.starts_at), Date.parse(plan.ends_at)]
  const state = before ? stateOf(before, now) : 'planned'
  if (before && isOver(state)) return changed(plan, before, [...BEGUN, 'ends_at'], 'is_over')
  const flaws = before && state === 'under_way' ? changed(plan, before, BEGUN, 'begun') : {}
  if (state === 'planned' && starts < now - EARLIEST_MS)
    flaws.starts_at = { key: 'maintenance:errors.starts_too_early' }
  if (ends <= starts) flaws.ends_at = { key: 'maintenance:errors.ends_before' }
  else if (ends - starts > MOST_DAYS * DAY_MS) flaws.ends_at = { key: 'maintenance:errors.too_long' }
  else if (ends <= now) flaws.ends_at = { key: 'maintenance:errors.ends_in_past' }
  return flaws
}

function changed(plan: Plan, before: Maintenance, names: readonly (keyof Plan)[], key: string): Flaws {
  const differing = names.filter((name) => same(plan[name]) !== same(before[name as keyof Maintenance]))
  return Object.fromEntries(differing.map((name) => [name, { key: `maintenance:errors.${key}` }]))
}

function same(value: unknown): string {
  if (Array.isArray(value))
    return [...value]
      .map(Number)
      .sort((a, b) => a - b)
      .join()
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? String(value ?? '') : String(at)
}

export const isOver = (state: Maintenance['state']) => state === 'over' || state === 'cancelled'

/** As the database says it (`maintenance_state` in migration 0190), of a row that may have been read a moment ago. */
export function stateOf(
  { starts_at, ends_at, ended_at }: Pick<Maintenance, 'starts_at' | 'ends_at' | 'ended_at'>,
  now: number,
): Maintenance['state'] {
  const [starts, ended] = [Date.parse(starts_at), ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(ended_at)]
  if (ended <= starts) return 'cancelled'
  if (Math.min(Date.parse(ends_at), ended) <= now) return 'over'
  return starts <= now ? 'under_way' : 'planned'
}

/** What was silent and what was not counted stays written down. */
export function refuseBegun(rows: readonly Maintenance[], now: number): void {
  const begun = rows.find((row) => ['under_way', 'over'].includes(stateOf(row, now)))
  if (begun) throw new Refusal(409, 'maintenance:errors.not_deleted')
}
