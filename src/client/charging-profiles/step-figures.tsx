import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period, Unit } from '../../shared/domain/charging-profiles/profile.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { Select } from '../kit/ui/select.tsx'
import { SCALE, SIGN } from './steps.ts'

/** Tenths are the finest that the standard knows. */
const TENTH = 10
const PHASES = [1, 2, 3] as const

interface Props {
  period: Period
  unit: Unit
  invalid?: boolean
  disabled?: boolean
  onChange: (change: Partial<Period>) => void
}

/** How much a step allows, and on how many phases. */
export function StepFigures({ period, unit, invalid = false, disabled = false, onChange }: Props) {
  const { t } = useTranslation('charging_profiles')
  const id = useId()
  const phases = PHASES.map((key) => ({ key, label: t('phases', { count: key }) }))
  return (
    <>
      <span>
        <label className="hidden-text" htmlFor={id}>
          {t('limit')}
        </label>
        <FigureInput
          id={id}
          scale={SCALE[unit] * TENTH}
          digits={unit === 'W' ? 1 : 0}
          value={Math.round(period.limit * TENTH)}
          invalid={invalid}
          disabled={disabled}
          after={SIGN[unit]}
          onChange={(value) => typeof value === 'number' && onChange({ limit: value / TENTH })}
        />
      </span>
      <Select<1 | 2 | 3>
        label={t('phases_of_step')}
        options={phases}
        clearable
        disabled={disabled}
        placeholder={t('all_phases')}
        value={phases.find(({ key }) => key === period.phases) ?? null}
        onChange={(option) => onChange({ phases: option?.key ?? null })}
      />
    </>
  )
}
