import { useTranslation } from 'react-i18next'
import type { Unit } from '../../shared/domain/charging-profiles/profile.ts'
import type { Draft } from '../kit/fields/draft.ts'
import type { FieldInputProps } from '../kit/fields/field-input-props.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import css from './profile-page.module.css'
import { SCALE, SIGN } from './steps.ts'
import { useProfileSite } from './use-profile-site.ts'

type Props = FieldInputProps & { draft: Draft }

/** A hundredth of an hour. */
const SECONDS = 36
/** Tenths are the finest that the standard knows. */
const TENTH = 10

/** How long a schedule lasts, kept in seconds and typed in hours. */
export function HoursInput({ value, onChange, ...props }: Props) {
  const { t } = useTranslation('charging_profiles')
  return (
    <FigureInput
      {...props}
      scale={100}
      after={t('hours')}
      value={typeof value === 'number' ? Math.round(value / SECONDS) : value}
      onChange={(hours) => onChange(typeof hours === 'number' ? hours * SECONDS : hours)}
    />
  )
}

/** A rate in the unit of the profile. */
export function RateInput({ value, onChange, draft, ...props }: Props) {
  const unit = (draft.charging_rate_unit ?? 'W') as Unit
  return (
    <FigureInput
      {...props}
      scale={SCALE[unit] * TENTH}
      digits={unit === 'W' ? 1 : 0}
      after={SIGN[unit]}
      value={typeof value === 'number' ? Math.round(value * TENTH) : value}
      onChange={(rate) => onChange(typeof rate === 'number' ? rate / TENTH : rate)}
    />
  )
}

/** A stack level, with those that the piles of the site take. */
export function LevelInput({ draft, ...props }: Props) {
  const { t } = useTranslation('charging_profiles')
  const { levels } = useProfileSite(draft.site_id)
  const isAbove = levels !== null && typeof props.value === 'number' && props.value > levels.all
  return (
    <>
      <FigureInput {...props} scale={1} {...(levels && { after: t('of_levels', { most: levels.all }) })} />
      {isAbove && (
        <small className={css.above}>
          {t(levels.some > levels.all ? 'levels_some' : 'levels_none', { ...levels })}
        </small>
      )}
    </>
  )
}
