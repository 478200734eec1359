/** From a moment (included) to another (excluded), ISO 8601 in UTC; open where one is missing. */
export interface Bounds {
  from?: string | undefined
  to?: string | undefined
}

/** What a range is put together from: the longest spans that the tally may use for it. */
export type TallySpan = 'ever' | 'month' | 'day'

/** Whole days that are read from the tally in one length of span. */
export interface TallyRange extends Bounds {
  span: TallySpan
}

export interface Parts {
  whole: TallyRange[]
  /** Parts of days at both ends: only the rows themselves tell. */
  edges: Bounds[]
}

const DAY_MS = 86_400_000

/** Splits a range into whole months, whole days and the parts of days at its ends. */
export function partsOf({ from, to }: Bounds, coarsest: TallySpan): Parts {
  if (from === undefined && to === undefined) return { whole: [{ span: coarsest }], edges: [] }
  const first = from && dayUp(from)
  const last = to && dayDown(to)
  if (first && last && first >= last) return { whole: [], edges: [{ from, to }] }
  const edges = [
    ...(from && first && isPart(from) ? [{ from, to: first }] : []),
    ...(to && last && isPart(to) ? [{ from: last, to }] : []),
  ]
  return { whole: wholeOf(first, last, coarsest), edges }
}

function wholeOf(first: string | undefined, last: string | undefined, coarsest: TallySpan): TallyRange[] {
  const monthFrom = first && monthUp(first)
  const monthTo = last && monthDown(last)
  if (coarsest === 'day' || (monthFrom && monthTo && monthFrom >= monthTo))
    return [{ span: 'day', from: first, to: last }]
  const days = (from: string | undefined, to: string | undefined): TallyRange[] =>
    from === to ? [] : [{ span: 'day', from, to }]
  return [...days(first, monthFrom), { span: 'month', from: monthFrom, to: monthTo }, ...days(monthTo, last)]
}

const iso = (ms: number) => new Date(ms).toISOString()
const isPart = (moment: string) => Date.parse(moment) % DAY_MS !== 0
const dayUp = (moment: string) => iso(Math.ceil(Date.parse(moment) / DAY_MS) * DAY_MS)
const dayDown = (moment: string) => iso(Math.floor(Date.parse(moment) / DAY_MS) * DAY_MS)

function monthDown(day: string): string {
  const date = new Date(day)
  return iso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1))
}

/** The first of the next month, unless the day is a first itself. */
export function monthUp(day: string): string {
  const date = new Date(day)
  return iso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + (date.getUTCDate() > 1 ? 1 : 0), 1))
}

/** The day after. */
export const nextDay = (day: string) => iso(Date.parse(day) + DAY_MS)

/** The month after that of this day. */
export function nextMonth(day: string): string {
  const date = new Date(day)
  return iso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
}

/** What two ranges have in common. */
export function common(a: Bounds, b: Bounds): Bounds {
  const froms = [a.from, b.from].filter((moment) => moment !== undefined).sort()
  const tos = [a.to, b.to].filter((moment) => moment !== undefined).sort()
  return { from: froms.at(-1), to: tos[0] }
}
