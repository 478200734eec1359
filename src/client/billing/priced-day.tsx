import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { Band, hoursOf } from './band.tsx'
import css from './billing.module.css'
import { RulesRibbon } from './day-preview.tsx'

/** The dearest first. */
const BANDS = billingRule.fields.band.choices

interface Price {
  band: FrozenRule['band']
  /** Electricity and service together, cents per kWh. */
  cents: number
  hours: string[]
}

/** Each price once, with the hours in which it holds. */
function pricesOf(rules: readonly FrozenRule[]): Price[] {
  const prices = new Map<string, Price>()
  for (const rule of [...rules].sort((a, b) => a.start_hour - b.start_hour)) {
    const { band } = rule
    const cents = rule.electricity_fee + rule.service_fee
    const before = prices.get(`${band} ${cents}`)?.hours ?? []
    prices.set(`${band} ${cents}`, { band, cents, hours: [...before, hoursOf(rule)] })
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
          {pricesOf(rules).map(({ band, cents, hours }) => (
            <li key={`${band} ${cents}`}>
              <Band band={band} />
              <small>{hours.join(', ')}</small>
              <b>{format.money(cents)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
