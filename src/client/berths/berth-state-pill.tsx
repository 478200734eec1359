import { useTranslation } from 'react-i18next'
import type { BerthState } from '../../shared/domain/berth-state.ts'
import { Pill } from '../kit/ui/pill.tsx'
import { useBerthTones } from './berth-words.ts'

/** A berth's state now, in a word. */
export function BerthStatePill({ state }: { state: BerthState }) {
  const { t } = useTranslation('sites')
  const toneOf = useBerthTones()
  return <Pill tone={toneOf(state)}>{t(`berth_states.${state}`)}</Pill>
}
