import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { flawsOf } from '../../shared/domain/charging-profiles/flaws.ts'
import { DAY_S } from '../../shared/domain/charging-profiles/profile.ts'
import type { Draft } from '../kit/fields/draft.ts'
import css from './step-chart.module.css'
import { StepEditor } from './step-editor.tsx'
import { StepRows } from './step-rows.tsx'
import { profileOf, spanOf } from './steps.ts'

interface Props {
  draft: Draft
  disabled?: boolean
  onChange: (periods: unknown) => void
  /** Under the chart, by the same clock. */
  below?: ReactNode
}

/** A schedule under the hand: drawn, and typed step by step. */
export function StepsInput({ draft, disabled = false, onChange, below }: Props) {
  const { t } = useTranslation('charging_profiles')
  const profile = useMemo(() => profileOf(draft), [draft])
  const flaws = useMemo(() => flawsOf(profile), [profile])
  return (
    <>
      {profile.periods.length > 0 && (
        <>
          {!disabled && <small>{t('how_to')}</small>}
          <StepEditor profile={profile} disabled={disabled} onChange={onChange} />
          {below && spanOf(profile, profile.periods) === DAY_S && <div className={css.below}>{below}</div>}
        </>
      )}
      <StepRows profile={profile} flaws={flaws} disabled={disabled} onChange={onChange} />
    </>
  )
}
