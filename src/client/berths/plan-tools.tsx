import { useTranslation } from 'react-i18next'
import { type BerthState, berthStates } from '../../shared/domain/berth-state.ts'
import type { Spot } from '../../shared/endpoints/berths.ts'
import { SearchInput } from '../kit/ui/search-input.tsx'
import { Chips } from '../kit/ui/tabs.tsx'
import css from './berth-plan.module.css'
import { useBerthTones } from './berth-words.ts'

export type Shown = BerthState | 'all'

interface Props {
  spots: readonly Spot[]
  shown: Shown
  onShow: (shown: Shown) => void
  serial: string
  /** Whether a berth has the number that is looked for. */
  found: boolean
  onSeek: (serial: string) => void
}

/** What of the plan is shown, with how many there are of each state, and a way to a berth by its number. */
export function PlanTools({ spots, shown, onShow, serial, found, onSeek }: Props) {
  const { t } = useTranslation(['sites', 'common'])
  const toneOf = useBerthTones()
  const counts = berthStates.map((state) => ({ state, count: spots.filter((spot) => spot.state === state).length }))
  const chips = [
    { key: 'all' as Shown, label: t('common:all'), count: String(spots.length) },
    ...counts
      .filter(({ state, count }) => count > 0 || state === shown)
      .map(({ state, count }) => ({
        key: state as Shown,
        label: t(`berth_states.${state}`),
        tone: toneOf(state),
        count: String(count),
      })),
  ]
  return (
    <div className={css.tools}>
      <Chips label={t('berth_shown')} chips={chips} current={shown} onChange={onShow} />
      <SearchInput
        size="small"
        className={css.seek}
        label={t('berth_seek')}
        value={serial}
        invalid={serial !== '' && !found}
        onChange={onSeek}
      />
      {serial !== '' && !found && <small role="status">{t('berth_unknown', { serial })}</small>}
    </div>
  )
}
