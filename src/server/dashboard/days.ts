import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { daysIn, earlier, plusDays, upTo } from '../kit/figures/periods.ts'
import type { DaySpan } from '../kit/figures/read.ts'

const DEFAULT_ZONE = 'Asia/Shanghai'

/** The days that are asked for: so many up to today, or a first and a last one. */
export interface Span {
  days: number
  from?: string | undefined
  to?: string | undefined
}

/** Days are each site's own; which of them is today says the clock of most sites. */
export interface Bounds {
  today: string
  /** What is asked for, and what of it has begun; null before its first day. */
  asked: DaySpan
  period: DaySpan | null
  /** Today lies in it. */
  lasts: boolean
  before: Before
}

/** As long a time before: whole days, then of one more what is as long as what there is of today. */
export interface Before {
  whole: DaySpan | null
  part: string | null
}

/** Today where most sites lie. */
async function todayOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(now() at time zone coalesce(
      (select time_zone from site group by time_zone order by count(*) desc, time_zone limit 1), ${DEFAULT_ZONE}), 'YYYY-MM-DD') as today`.execute(
    db,
  )
  return (rows[0] as { today: string }).today
}

export async function boundsOf(db: Kysely<Database>, { days, from, to }: Span): Promise<Bounds> {
  const today = await todayOf(db)
  const asked = { from: from ?? plusDays(today, 1 - days), to: to ?? today }
  return {
    today,
    asked,
    period: asked.from > today ? null : upTo(asked, today),
    lasts: asked.from <= today && today <= asked.to,
    before: beforeOf(asked, today),
  }
}

export function beforeOf(asked: DaySpan, today: string): Before {
  const before = earlier(asked, today, 'before')
  if (asked.to < today || asked.from > today) return { whole: before, part: null }
  const part = plusDays(before.from, daysIn(upTo(asked, today)) - 1)
  // A shorter month is over by then.
  if (part >= asked.from) return { whole: { from: before.from, to: plusDays(asked.from, -1) }, part: null }
  return { whole: part > before.from ? { from: before.from, to: plusDays(part, -1) } : null, part }
}
