import { useTranslation } from 'react-i18next'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { DayRibbon, type RibbonStretch } from '../kit/charts/day-ribbon.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { type Stretch, stretchesOf } from './day-bands.ts'

/** Hours a stretch must last for its words to fit. */
const FITS_WORD = 2
const FITS_PRICE = 3
const FITS_HOURS = 5

const two = (hour: number) => String(hour).padStart(2, '0')

function useStretchWords() {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useWords(billingRule)
  return ({ from, to, rule }: Stretch): RibbonStretch => {
    const word = words.choice('band', rule.band)
    const price = format.money(rule.electricity_fee + rule.service_fee)
    const hours = to - from
    const shown = [hours >= FITS_HOURS && `${from}–${to}`, hours >= FITS_WORD && word, hours >= FITS_PRICE && price]
    return {
      from,
      to,
      band: rule.band,
      shown: shown.filter(Boolean).join(' '),
      whole: t('bands.stretch', { from: two(from), to: two(to), band: word, price }),
    }
  }
}

interface Props {
  rules: FrozenRule[]
  /** Where a session lies on the day. */
  frames?: { from: number; to: number }[]
}

/** One day of the site's clock in its price bands, electricity and service together; a session is framed on it. */
export function BandRibbon({ rules, frames = [] }: Props) {
  const { t } = useTranslation('orders')
  return <DayRibbon label={t('bands.day')} stretches={stretchesOf(rules).map(useStretchWords())} frames={frames} />
}
