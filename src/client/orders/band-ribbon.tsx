import { useTranslation } from 'react-i18next'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import css from './band-ribbon.module.css'
import { type Stretch, stretchesOf } from './day-bands.ts'

const HOURS = 24
const MARKS = [0, 3, 6, 9, 12, 15, 18, 21, 24]
/** Hours a stretch must last for its words to fit. */
const FITS_WORD = 2
const FITS_PRICE = 3
const FITS_HOURS = 5

const percent = (hours: number) => `${(hours / HOURS) * 100}%`
const two = (hour: number) => String(hour).padStart(2, '0')

function useStretchWords() {
  const { t } = useTranslation('orders')
  const format = useFormat()
  return ({ from, to, rule }: Stretch) => {
    const word = t(`bands.${rule.band}`)
    const price = format.money(rule.electricity_fee + rule.service_fee)
    const hours = to - from
    const shown = [hours >= FITS_HOURS && `${from}–${to}`, hours >= FITS_WORD && word, hours >= FITS_PRICE && price]
    return {
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
  const words = useStretchWords()
  return (
    <figure className={css.ribbon} aria-label={t('bands.day')}>
      <ol className={css.bands}>
        {stretchesOf(rules).map((stretch) => {
          const { shown, whole } = words(stretch)
          return (
            <li
              key={stretch.from}
              className={css[stretch.rule.band]}
              style={{ flexGrow: stretch.to - stretch.from }}
              title={whole}
            >
              <span aria-hidden="true">{shown}</span>
              <span className="hidden-text">{whole}</span>
            </li>
          )
        })}
      </ol>
      {frames.map(({ from, to }) => (
        <i key={from} className={css.frame} style={{ left: percent(from), width: `max(6px, ${percent(to - from)})` }} />
      ))}
      <div className={css.marks} aria-hidden="true">
        {MARKS.map((hour) => (
          <span key={hour}>{two(hour)}</span>
        ))}
      </div>
    </figure>
  )
}
