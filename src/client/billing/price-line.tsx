import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SitePrices } from '../../shared/endpoints/price-plan.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import css from './price-line.module.css'
import { TakeBack } from './take-back.tsx'

type Stretch = SitePrices['stretches'][number]

function Name({ strategy }: Pick<Stretch, 'strategy'>) {
  const { t } = useTranslation('billing')
  const to = useRecordPath()('strategy', strategy?.id ?? 0)
  if (!strategy) return <b className={css.none}>{t('plan.no_price')}</b>
  return to ? <Link to={to}>{strategy.title}</Link> : <b>{strategy.title}</b>
}

/** A site's prices from now on, one after the other, by the site's own clock. `of`: the strategy that it is about. */
export function PriceLine({ prices, of }: { prices: SitePrices; of?: number }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const when = (iso: string) => format.moment(iso, prices.time_zone)
  return (
    <ol className={css.line} aria-label={t('plan.line', { site: prices.title })}>
      {prices.stretches.map(({ from, to, strategy, period_id }) => (
        <li
          key={from ?? ''}
          className={[from === null && css.now, strategy === null && css.gap, strategy?.id === of && css.own]
            .filter(Boolean)
            .join(' ')}
        >
          <span className={css.when}>{from === null ? t('plan.now') : t('plan.from', { when: when(from) })}</span>
          <Name strategy={strategy} />
          <small>{to === null ? t('plan.for_good') : t('plan.until', { when: when(to) })}</small>
          {period_id !== null && <TakeBack site={prices} period_id={period_id} begun={from === null} />}
        </li>
      ))}
    </ol>
  )
}
