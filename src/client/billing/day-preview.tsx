import { useTranslation } from 'react-i18next'
import { coverage, hourSpans, isComplete } from '../../shared/domain/coverage.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { DayRibbon, type RibbonStretch } from '../kit/charts/day-ribbon.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { type DayRule, type DayStretch, dayOfRules } from './day.ts'

export interface PricedRule extends DayRule {
  /** Null while it is not filled in. */
  electricity_fee: number | null
  service_fee: number | null
}

/** Hours that a stretch must last for its words to fit. */
const FITS = { word: 2, price: 4 }
const two = (hour: number) => String(hour).padStart(2, '0')

function useRibbonStretch() {
  const { t } = useTranslation('billing')
  const words = useWords(billingRule)
  const format = useFormat()
  return ({ from, to, rules }: DayStretch<PricedRule>): RibbonStretch => {
    const hours = t('stretch.hours', { from: two(from), to: two(to) })
    const [first, ...others] = rules
    if (!first)
      return {
        from,
        to,
        band: 'gap',
        shown: to - from >= FITS.word ? t('stretch.gap') : '',
        whole: `${hours}: ${t('stretch.gap')}`,
      }
    if (others.length > 0) {
      const names = rules.map(({ name }) => name).join(', ')
      return {
        from,
        to,
        band: 'double',
        shown: to - from >= FITS.word ? t('stretch.double') : '',
        whole: `${hours}: ${t('stretch.double')} (${names})`,
      }
    }
    const word = words.choice('band', first.band)
    const { electricity_fee, service_fee } = first
    const price = electricity_fee === null || service_fee === null ? '' : format.money(electricity_fee + service_fee)
    const shown = [to - from >= FITS.word && word, to - from >= FITS.price && price]
    return {
      from,
      to,
      band: first.band,
      shown: shown.filter(Boolean).join(' '),
      whole: [`${hours}: ${first.name}`, word, price].filter(Boolean).join(', '),
    }
  }
}

interface RibbonProps {
  rules: readonly PricedRule[]
  partial?: boolean
  /** The hour at its left end. */
  from?: number
}

/** One day under a set of rules. `partial`: the rest of the day is none of these rules' business. */
export function RulesRibbon({ rules, partial, from = 0 }: RibbonProps) {
  const { t } = useTranslation('billing')
  const wide = useWide()
  const stretches = dayOfRules(rules).map(useRibbonStretch())
  const shown = partial
    ? stretches.map((one) => (one.band === 'gap' ? { ...one, band: 'rest' as const, shown: '' } : one))
    : stretches
  return <DayRibbon label={t('one_day')} stretches={shown} tall={wide && !partial} from={from} />
}

/** Whether each hour has exactly one price, and which have not. */
export function CoverageNote({ rules }: { rules: readonly DayRule[] }) {
  const { t } = useTranslation('billing')
  const found = coverage(rules)
  if (isComplete(found)) return <small>{t('complete')}</small>
  return (
    <small style={{ color: 'var(--faulted)' }}>
      {found.missing.length > 0 && t('missing', { hours: hourSpans(found.missing) })}{' '}
      {found.double.length > 0 && t('double', { hours: hourSpans(found.double) })}
    </small>
  )
}
