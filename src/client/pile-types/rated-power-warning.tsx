import { type Rating, ratedPowerWarning } from '../../shared/domain/rated-power.ts'
import type { Draft } from '../kit/fields/draft.ts'
import { FieldWarning } from '../kit/forms/field-warning.tsx'
import { usePowerWords } from './power-words.ts'

const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What cannot be read yet is not said yet. */
const ratingIn = (draft: Draft): Rating => ({
  current_mode: draft.current_mode === 'ac' ? 'ac' : 'dc',
  guns: figure(draft.guns) ?? 1,
  rated_power_w: figure(draft.rated_power_w),
  voltage_min_v: figure(draft.voltage_min_v),
  voltage_max_v: figure(draft.voltage_max_v),
  rated_current_a: figure(draft.rated_current_a),
})

/** Under the rated power while it is typed: whether voltage and current allow it. */
export function RatedPowerWarning({ draft }: { draft: Draft }) {
  const words = usePowerWords()
  const warning = ratedPowerWarning(ratingIn(draft))
  return warning && <FieldWarning text={words(warning)} />
}
