import { useTranslation } from 'react-i18next'
import { type BerthState, berthTones } from '../../shared/domain/berth-state.ts'
import { Pill } from '../kit/ui/pill.tsx'

/** A berth's state now, in a word. */
export function BerthStatePill({ state }: { state: BerthState }) {
  const { t } = useTranslation('sites')
  return <Pill tone={berthTones[state]}>{t(`berth_states.${state}`)}</Pill>
}
