import { useTranslation } from 'react-i18next'
import type { profilesInPile } from '../../shared/endpoints/charging-profiles.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { isOwnClock, zoneName } from '../kit/moments/zones.ts'
import css from './profile-page.module.css'
import { SIGN } from './steps.ts'

interface Props {
  differences: NonNullable<Data<typeof profilesInPile>['check']>['differences']
  /** Whose clock counts; null: this device's. */
  zone: string | null
  /** More than so many are only counted. */
  most?: number
}

/** From when to when a pile says another limit than its profiles come to, and by how much. */
export function CheckDifferences({ differences, zone, most = Number.POSITIVE_INFINITY }: Props) {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  const watts = (limit: number | null) =>
    limit === null ? t('no_limit') : format.quantity(limit / 1000, SIGN.W, limit % 1000 === 0 ? 0 : 1)
  const left = differences.length - most
  if (differences.length === 0) return null
  return (
    <ul className={css.differs}>
      {differences.slice(0, most).map(({ connector_number: n, from, to, ours_w, theirs_w }) => {
        const [begins, ends] = [from, to].map((at) => format.moment(at, zone ?? undefined))
        const limits = { pile: watts(theirs_w), ours: watts(ours_w) }
        return (
          <li key={`${n} ${from}`}>
            {t('gun', { n })} · {t('differs_from_to', { from: begins, to: ends, ...limits })}
            {theirs_w !== null && ours_w !== null && (
              <b> {t(theirs_w > ours_w ? 'too_much' : 'too_little', { by: watts(Math.abs(theirs_w - ours_w)) })}</b>
            )}
          </li>
        )
      })}
      {left > 0 && <li>{t('differs_more', { count: left })}</li>}
      {zone !== null && !isOwnClock(zone) && <li className={css.byZone}>{t('by_site', { zone: zoneName(zone) })}</li>}
    </ul>
  )
}
