import { CURRENCY } from './pile-tariff.ts'

/** What a pile told of how it comes to the cost of a session; null where it did not say. */
export interface CostTakes {
  available: boolean | null
  enabled: boolean | null
  tariffs: boolean | null
  currency: string | null
  /** The limits of a session that it keeps to, in its own words. */
  limits: string | null
  /** How often it wants to hear of it, in seconds. */
  every_seconds: number | null
  /** It was given a tariff. */
  holds_tariff: boolean
}

/** told: it shows what we tell it. own: it reckons by the tariff that it was given, and is told nothing. none: it shows no cost, as far as is known. */
export const COST_WAYS = ['told', 'own', 'none'] as const
export type CostWay = (typeof COST_WAYS)[number]

/** What it is told it would show in its own money. */
export const isOtherMoney = ({ currency }: Pick<CostTakes, 'currency'>): boolean =>
  currency !== null && currency.toUpperCase() !== CURRENCY

/** Where a pile says how it comes to costs. */
export const COST_KEYS = {
  available: 'TariffCostCtrlr/Available[Cost]',
  enabled: 'TariffCostCtrlr/Enabled[Cost]',
  tariffs: 'TariffCostCtrlr/Enabled[Tariff]',
  currency: 'TariffCostCtrlr/Currency',
  every_seconds: 'TariffCostCtrlr/Interval[Cost]',
  limits: 'TxCtrlr/SupportedLimits',
} as const satisfies Partial<Record<keyof CostTakes, string>>
