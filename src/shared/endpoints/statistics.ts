import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { isoDay, isSpanOfDays } from './inputs.ts'

/** Times that statistics are told apart by: those of the calendar, then those of the clock, when a session began. */
export const TIME_KINDS = ['day', 'week', 'month', 'hour', 'weekday', 'weekday_hour'] as const
export type TimeKind = (typeof TIME_KINDS)[number]

/** What statistics are told apart by: times, then what charged, whose it was, by which prices, and how it ended. */
export const STATISTIC_KINDS = [
  ...TIME_KINDS,
  'site',
  'pile',
  'connector',
  'pile_type',
  'merchant',
  'customer',
  'card',
  'band',
  'stop_reason',
  'fault',
] as const
export type StatisticKind = (typeof STATISTIC_KINDS)[number]
/** Whose sessions they were is told to those alone who may see orders. */
export const PERSONAL_KINDS: ReadonlySet<StatisticKind> = new Set<StatisticKind>(['customer', 'card'])
export const isTime = (by: StatisticKind): by is TimeKind => (TIME_KINDS as readonly string[]).includes(by)

/** Beside which days the asked ones stand: as many before them, or the same of the year before. */
export const COMPARISONS = ['none', 'before', 'year'] as const

/** Null for anyone who may not see orders, which say what is paid. */
const money = z.nullable(z.int())

const figures = z.object({
  /** Sessions that ended in the period; a supplement bills one that was counted. */
  sessions: z.int(),
  energy_wh: z.int(),
  electricity_cents: money,
  service_cents: money,
  occupation_cents: money,
  /** Paid back in the period, whenever the session ended. */
  refunded_cents: money,
  /** The three less what was paid back. */
  income_cents: money,
  /** What the operator pays for the electricity. */
  cost_cents: money,
  /** By hour and weekday: of each the seconds that lie in it. */
  charging_seconds: z.int(),
  /** Plugged in after charging had ended. */
  occupied_seconds: z.int(),
  /** Ended with less than 0.1 kWh. */
  failed_sessions: z.int(),
  /** Still to be paid for sessions that ended in the period; null as `money` is, and where groups have none of their own. */
  owed_cents: money,
  /** Faults that were raised in the period, how many of them are over, and how long those took; null where groups have none of their own. */
  faults: z.nullable(z.int()),
  repairs: z.nullable(z.int()),
  repair_seconds: z.nullable(z.int()),
  /** Guns there are now; null where groups have none of their own. */
  guns: z.nullable(z.int()),
  /** Of the guns' time, hundredths of a percent. */
  utilisation: z.nullable(z.int()),
  /** Of the piles' time neither offline nor with a fault, hundredths of a percent. */
  availability: z.nullable(z.int()),
})
export type StatisticFigures = z.output<typeof figures>

const span = z.object({ from: z.string(), to: z.string() })

/** Sessions, energy, income and how guns were used in a period, by one kind of group, beside an earlier period. Days are each site's own. */
export const statistics = endpoint({
  method: 'POST',
  path: '/system/statistics/index',
  lags: true,
  permission: 'statistics.view',
  reaches: 'itself',
  body: z
    .object({
      by: z._default(z.enum(STATISTIC_KINDS, { error: 'invalid' }), 'site'),
      from: isoDay,
      to: isoDay,
      compare: z._default(z.enum(COMPARISONS, { error: 'invalid' }), 'before'),
      /** Of one site alone. */
      site_id: z.optional(z.nullable(z.int({ error: 'invalid' }).check(z.gte(1, { error: 'invalid' })))),
    })
    .check(z.refine(isSpanOfDays, { error: 'out_of_range', path: ['to'] })),
  data: z.object({
    /** The days of the figures, the last of them today at most. */
    period: span,
    before: z.nullable(span),
    total: z.object({ now: figures, before: z.nullable(figures) }),
    /** Times in their order, others by what they brought; those without a session or a refund in either period are left out. */
    rows: z.array(
      z.object({
        /** An identity, a day, an hour of 0 to 23, a weekday of 1 (Monday) to 7, both (1-19), a card's number, a price band, a reason, the code of a fault. */
        key: z.string(),
        title: z.nullable(z.string()),
        now: figures,
        before: z.nullable(figures),
      }),
    ),
    /** How many groups there are; the rows are the first 500. */
    groups: z.int(),
  }),
})
export type Statistics = z.output<(typeof statistics)['data']>
