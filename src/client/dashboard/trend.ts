import type { Dashboard } from '../../shared/endpoints/dashboard.ts'

/** Each figure there. */
type Told<Row> = { [Figure in keyof Row]: NonNullable<Row[Figure]> }
export type TrendDay = Told<Dashboard['trend'][number]>
type Money = 'income_cents' | `${'electricity' | 'service' | 'occupation' | 'refunded'}_cents`
/** The dashboard of someone who may see what orders brought. */
export type WithMoney = Omit<Dashboard, Money | 'trend'> & Told<Pick<Dashboard, Money>> & { trend: TrendDay[] }

/** Null for someone who may not see money. */
export const moneyOf = (data: Dashboard): WithMoney | null =>
  data.income_cents === null ? null : (data as unknown as WithMoney)

/** Kinds of income, from the ground up; `word` names them in the locales, `hue` in the tokens. */
export const INCOME_KINDS = [
  { key: 'electricity_cents', word: 'electricity', hue: 'brand' },
  { key: 'service_cents', word: 'service', hue: 'charging' },
  { key: 'occupation_cents', word: 'occupation', hue: 'waiting' },
] as const

/** What a day brought, less what was paid back on it. */
export const incomeOf = (day: TrendDay) => INCOME_KINDS.reduce((sum, { key }) => sum + day[key], 0) - day.refunded_cents

/** What of the days, or months, is over: one that has just begun would look like a fall in a line. */
export const overOf = (rows: TrendDay[], { lasts }: Pick<WithMoney, 'lasts'>): TrendDay[] =>
  lasts ? rows.slice(0, -1) : rows

export const shapeOf = (data: Pick<WithMoney, 'trend' | 'lasts'>): number[] => overOf(data.trend, data).map(incomeOf)
