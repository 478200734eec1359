import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useHome } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import type { OfDashboardProps } from './of-dashboard.tsx'
import css from './power.module.css'

const share = (part: number, whole: number) => (whole > 0 ? Math.min(100, (part / whole) * 100) : 0)

/** Power now as a part of what is installed, with a mark where the sites' connections to the grid end. */
export function Power({ data }: Pick<OfDashboardProps, 'data'>) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const piles = useHome('pile')
  const { power_w, rated_power_w, power_limit_w, limited_sites, sites_with_piles, guns, charging } = data
  const whole = limited_sites > 0 && limited_sites === sites_with_piles
  const most = Math.max(rated_power_w, power_limit_w)
  const over = whole && power_w > power_limit_w
  const limit = format.power(power_limit_w)
  const busy = t('power.charging', { count: guns, charging })
  return (
    <Card title={t('widgets.power')} aside={over && <Pill tone="faulted">{t('power.over')}</Pill>}>
      <div className={css.power}>
        <div className="row between">
          <b className={css.now}>{format.power(power_w)}</b>
          <small>{t('power.share', { share: format.number(share(power_w, rated_power_w), 0) })}</small>
        </div>
        <div
          className={css.bar}
          role="img"
          aria-label={t('power.bar', { power: format.power(power_w), installed: format.power(rated_power_w) })}
        >
          <i style={{ width: `${share(power_w, most)}%` }} data-over={over || undefined} />
          {whole && <em style={{ left: `${share(power_limit_w, most)}%` }} />}
        </div>
        <div className={css.scale} aria-hidden="true">
          <span>0</span>
          <span>{format.power(most)}</span>
        </div>
        <small className={css.limit}>
          {whole && t('power.limit', { power: limit })}
          {!whole &&
            limited_sites > 0 &&
            t('power.limit_some', { power: limit, limited: limited_sites, sites: sites_with_piles })}
          {limited_sites === 0 && t('power.no_limit')}
        </small>
        {piles ? (
          <Link className={css.busy} to={`${piles}?state=charging`}>
            {busy}
          </Link>
        ) : (
          <small>{busy}</small>
        )}
      </div>
    </Card>
  )
}
