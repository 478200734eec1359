import { useTranslation } from 'react-i18next'
import { useProduct } from '../kit/session/product.ts'
import { Icon } from '../kit/ui/icon.tsx'
import css from './sign-in.module.css'

/** An ordinary summer tariff: what the product is about, at a glance. */
const BANDS = [
  { from: 0, hours: 6, band: 'valley', note: '0–6', price: '¥0.62' },
  { from: 6, hours: 2, band: 'flat' },
  { from: 8, hours: 3, band: 'peak', price: '¥1.38' },
  { from: 11, hours: 2, band: 'flat' },
  { from: 13, hours: 2, band: 'sharp' },
  { from: 15, hours: 3, band: 'peak' },
  { from: 18, hours: 4, band: 'flat', price: '¥0.89' },
  { from: 22, hours: 2, band: 'valley', silent: true },
]
const HOURS = ['00', '03', '06', '09', '12', '15', '18', '21', '24']

export function Brand() {
  return (
    <div className={css.brand}>
      <span className={css.mark}>
        <Icon name="bolt" size={16} />
      </span>
      {useProduct()}
    </div>
  )
}

/** The left half of the page, where there is room. */
export function Tagline() {
  const { t } = useTranslation('sign_in')
  return (
    <aside className={css.claim}>
      <Brand />
      <div>
        <p className={css.words}>{t('claim')}</p>
        <div className={css.ribbon} role="img" aria-label={t('ribbon')}>
          <div className={css.bands}>
            {BANDS.map(({ from, hours, band, note = '', price = '', silent }) => (
              <span key={from} className={css[band]} style={{ flex: hours }}>
                {!silent && [note, t(`bands.${band}`), price].filter(Boolean).join(' ')}
              </span>
            ))}
          </div>
          <div className={css.hours}>
            {HOURS.map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </div>
        </div>
      </div>
      <small>{t('maker')}</small>
    </aside>
  )
}
