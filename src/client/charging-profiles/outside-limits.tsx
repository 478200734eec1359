import { useTranslation } from 'react-i18next'
import { limitNow, type OutsideLimit } from '../../shared/domain/charging-profiles/outside-limit.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { Banner } from '../kit/ui/states.tsx'
import { limitText } from './steps.ts'

interface Props {
  limits: readonly OutsideLimit[]
  /** Whose clock counts; null: this device's. */
  zone: string | null
}

/** To how much, by whom, since when. */
function useSentence({ zone }: Pick<Props, 'zone'>) {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  const now = useNow()
  const moment = (at: number | string) => format.moment(new Date(at).toISOString(), zone ?? undefined)
  return (limit: OutsideLimit) => {
    const { evse, source, local_generation, grid_critical, since, schedules } = limit
    const said = limitNow(limit, now)
    const kind = local_generation ? 'more' : 'limited'
    const figures = {
      by: t(`outside.by.${source}`),
      since: moment(since),
      ...(said && { limit: limitText(said.limit, said.unit, format) }),
    }
    const form = said ? kind : schedules.length > 0 ? `${kind}_not_now` : `${kind}_unsaid`
    return [
      ...(evse > 0 ? [t('gun', { n: evse })] : []),
      t(`outside.${form}`, figures),
      ...(said?.until != null ? [t('outside.until', { at: moment(said.until) })] : []),
      ...(grid_critical ? [t('outside.critical')] : []),
    ].join(' · ')
  }
}

/** What other systems limit a pile to: it takes no more, whatever its charging profiles say. */
export function OutsideLimits({ limits, zone }: Props) {
  const sentence = useSentence({ zone })
  return limits.map((limit) => (
    <Banner
      key={`${limit.evse} ${limit.source} ${limit.local_generation}`}
      tone={limit.local_generation ? 'available' : 'waiting'}
      icon="gauge"
    >
      {sentence(limit)}
    </Banner>
  ))
}
