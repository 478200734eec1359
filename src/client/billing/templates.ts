import type { Band } from '../../shared/entities/billing-rule.ts'
import { type DraftRule, NO_PRICES, newRule, type Prices } from './day-draft.ts'

type Stretch = [band: Band, from: number, to: number]

/** Days as they are usual where electricity is priced by the hour. */
export const TEMPLATES = {
  one_price: [['flat', 0, 0]],
  three_bands: [
    ['valley', 23, 7],
    ['flat', 7, 10],
    ['peak', 10, 15],
    ['flat', 15, 18],
    ['peak', 18, 21],
    ['flat', 21, 23],
  ],
  four_bands: [
    ['valley', 23, 7],
    ['flat', 7, 10],
    ['peak', 10, 12],
    ['sharp', 12, 14],
    ['flat', 14, 18],
    ['sharp', 18, 20],
    ['peak', 20, 22],
    ['flat', 22, 23],
  ],
  empty: [],
} as const satisfies Record<string, readonly Stretch[]>

export type TemplateName = keyof typeof TEMPLATES
export const templateNames = Object.keys(TEMPLATES) as TemplateName[]

/** The rules of a template, named after the strategy: "Summer, peak 2". */
export function rulesOfTemplate(template: TemplateName, naming: (band: Band, count: number) => string): DraftRule[] {
  const counts = new Map<Band, number>()
  return TEMPLATES[template].map(([band, start_hour, end_hour]) => {
    const count = (counts.get(band) ?? 0) + 1
    counts.set(band, count)
    return newRule({ ...NO_PRICES, name: naming(band, count), band, start_hour, end_hour })
  })
}

export const bandsOf = (rules: readonly DraftRule[]): Band[] =>
  (['sharp', 'peak', 'flat', 'valley'] as const).filter((band) => rules.some((rule) => rule.band === band))

/** The same price for every rule of a band. */
export const priceBand = (rules: readonly DraftRule[], band: Band, prices: Partial<Prices>): DraftRule[] =>
  rules.map((rule) => (rule.band === band ? { ...rule, ...prices } : rule))

const OF_BAND = ['electricity_fee', 'service_fee', 'electricity_cost'] as const
const OF_DAY = ['occupation_fee', 'free_minutes'] as const

/** Whether one price of each band, and one of the day for a cable left in, say all that these rules say. */
export const isPricedByBand = (rules: readonly DraftRule[]): boolean =>
  rules.every((rule) => {
    const [first] = rules.filter(({ band }) => band === rule.band)
    return OF_BAND.every((price) => rule[price] === first?.[price]) && OF_DAY.every((p) => rule[p] === rules[0]?.[p])
  })
