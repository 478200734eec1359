import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { Band } from './band.tsx'
import css from './billing.module.css'
import { RulesRibbon } from './day-preview.tsx'

/** The dearest first. */
const BANDS = billingRule.fields.band.choices

interface Price {
  band: FrozenRule['band']
  /** Electricity and service together, cents per kWh. */
  cents: number
}

/** Each price once. */
function pricesOf(rules: readonly FrozenRule[]): Price[] {
  const prices = new Map<string, Price>()
  for (const { band, electricity_fee, service_fee } of rules) {
    const cents = electricity_fee + service_fee
    prices.set(`${band} ${cents}`, { band, cents })
  }
  return [...prices.values()].sort((a, b) => BANDS.indexOf(a.band) - BANDS.indexOf(b.band))
}

/** A day in its bands and what each costs: in words below on a phone, whose ribbon has no room for them. */
export function PricedDay({ rules }: { rules: readonly FrozenRule[] }) {
  const format = useFormat()
  const wide = useWide()
  return (
    <>
      <RulesRibbon rules={rules} />
      {!wide && (
        <ul className={css.bandPrices}>
          {pricesOf(rules).map(({ band, cents }) => (
            <li key={`${band} ${cents}`}>
              <Band band={band} /> <b>{format.money(cents)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
