import { useTranslation } from 'react-i18next'
import type { ChargingProfile } from '../../shared/domain/charging-profiles/profile.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { isOwnClock, zoneName } from '../kit/moments/zones.ts'
import { isShifted, nextShift, type ScheduleClock } from './schedule-clock.ts'
import css from './step-chart.module.css'
import { useProfileSite } from './use-profile-site.ts'

interface Props {
  profile: ChargingProfile
  clock: ScheduleClock
  site: unknown
}

/** By whose clock the chart is, where that is not plain, and what a change of the clocks does to a profile that repeats. */
export function ClockNote({ profile, clock, site }: Props) {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  const { isSites } = useProfileSite(site)
  const { zone, zero } = clock
  const iso = (at: number) => new Date(at).toISOString()
  const shift = nextShift(clock, profile)
  const lines = [
    ...(!isSites || !isOwnClock(zone) ? [t(isSites ? 'by_site' : 'by_own', { zone: zoneName(zone, zero) })] : []),
    ...(isShifted(clock, profile)
      ? [t('shifted', { set: format.time(profile.start_schedule ?? '', zone), now: format.time(iso(zero), zone) })]
      : []),
    ...(shift === null
      ? []
      : [t('shifts', { day: format.day(iso(shift).slice(0, 10)), at: format.time(iso(shift), zone) })]),
  ]
  return lines.map((line) => (
    <small key={line} className={css.note}>
      {line}
    </small>
  ))
}
