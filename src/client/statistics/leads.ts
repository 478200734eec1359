import type { StatisticKind, Statistics } from '../../shared/endpoints/statistics.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { FilterValue } from '../kit/api/records.ts'
import { dayEnd, dayStart } from '../kit/fields/days.ts'
import { readList, writeList } from '../kit/records/address.ts'
import type { Measure } from './measures.ts'

export type Group = Statistics['rows'][number]
type Filters = Record<string, FilterValue>
type Span = Statistics['period']

export interface Asked {
  by: StatisticKind
  period: Span
  site: number | null
}

const inside = ({ from, to }: Span, period: Span): FilterValue => ({
  from: from < period.from ? period.from : from,
  to: to > period.to ? period.to : to,
})
const only = (value: number): FilterValue => ({ from: value, to: value })
const utc = (date: string, months: number, days: number) =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, days)).toISOString().slice(0, 10)
const weekEnds = (monday: string) => utc(monday, 0, Number(monday.slice(8)) + 6)
const monthEnds = (first: string) => utc(first, 1, 0)

/** What an order of a group has. */
const OF_GROUP: Record<Exclude<StatisticKind, 'fault'>, (key: string, period: Span) => Filters> = {
  day: (key) => ({ ended_day: { from: key, to: key } }),
  week: (key, period) => ({ ended_day: inside({ from: key, to: weekEnds(key) }, period) }),
  month: (key, period) => ({ ended_day: inside({ from: key, to: monthEnds(key) }, period) }),
  hour: (key) => ({ started_hour: only(Number(key)) }),
  weekday: (key) => ({ started_weekday: [key] }),
  weekday_hour: (key) => {
    const [weekday = '', hour] = key.split('-')
    return { started_weekday: [weekday], started_hour: only(Number(hour)) }
  },
  site: (key) => ({ site_id: [Number(key)] }),
  pile: (key) => ({ pile_id: [Number(key)] }),
  connector: (key) => {
    const [pile, number] = key.split('-')
    return { pile_id: [Number(pile)], connector_number: only(Number(number)) }
  },
  pile_type: (key) => ({ pile_type_id: [Number(key)] }),
  merchant: (key) => ({ merchant_id: [Number(key)] }),
  customer: (key) => ({ customer_id: [Number(key)] }),
  card: (key) => ({ card_number: [key] }),
  band: (key) => ({ started_band: [key] }),
  stop_reason: (key) => ({ stop_reason: [key] }),
}

/** The filters of exactly those orders that a group counts; all of the period without a group. */
export function ordersAsked({ by, period, site }: Asked, group: Group | null, measure?: Measure): Filters {
  const key = group?.key
  const own = key === undefined || by === 'fault' ? {} : key === '' ? { without: [by] } : OF_GROUP[by](key, period)
  return {
    ended_day: { ...period },
    ...(site !== null && { site_id: [site] }),
    ...own,
    ...(measure?.key === 'owed' && { status: ['unpaid'] }),
  }
}

/** The alarms of a fault's code, of the days by the viewer's clock. */
export const alarmsAsked = ({ period, site }: Asked, { key }: Group): Filters => ({
  code: [key],
  kind: ['fault'],
  raised_at: { from: dayStart(period.from), to: dayEnd(period.to) },
  ...(site !== null && { site_id: [site] }),
})

export const listWith = (entity: Entity, filters: Filters) =>
  writeList(entity, { ...readList(entity, new URLSearchParams()), filters }, new URLSearchParams())

/** Whether any order is counted, or bills what is left of one. Of a band only those that began in it are its own. */
export function hasOrders({ now }: Group, { by }: Asked, measure: Measure): boolean {
  if (measure.key === 'owed') return (now.owed_cents ?? 0) > 0
  const { sessions, energy_wh, electricity_cents, service_cents, occupation_cents } = now
  const billed = [energy_wh, electricity_cents, service_cents, occupation_cents].some((figure) => (figure ?? 0) > 0)
  return sessions > 0 || (by !== 'band' && billed)
}
