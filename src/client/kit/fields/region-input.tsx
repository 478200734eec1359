import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { regionLevels } from '../../../shared/domain/region-code.ts'
import { Icon } from '../ui/icon.tsx'
import inputCss from '../ui/input.module.css'
import { lazy } from '../ui/lazy.ts'
import selectCss from '../ui/select.module.css'
import { Select } from '../ui/select.tsx'
import { ErrorLine } from '../ui/states.tsx'
import { useWide } from '../ui/use-wide.ts'
import css from './region-input.module.css'
import { useRegionLevels, useRegionTitle } from './regions.ts'

const RegionSheet = lazy(() => import('./region-sheet.tsx').then((module) => ({ default: module.RegionSheet })))

interface Props {
  id?: string
  label: string
  value: number | null
  onChange: (value: number | null) => void
  invalid?: boolean
  disabled?: boolean
  describedBy?: string | undefined
  /** What an empty one says. */
  placeholder?: string
}

const LEVELS = ['province', 'city', 'area'] as const

/** A select each of province, city and area; each narrows the next. */
function WideRegion({ id, label, value, onChange, invalid, disabled, describedBy }: Props) {
  const { t } = useTranslation('map')
  const { levels, error, retry } = useRegionLevels(value)
  const chosen = value === null ? [] : regionLevels(value)
  return (
    <div className={css.levels}>
      {LEVELS.map((level, at) => {
        const options = (levels[at] ?? []).map((region) => ({ key: region.id, label: region.title }))
        const above = chosen[at - 1] ?? null
        return (
          <Select<number>
            key={level}
            {...(at === 0 && id && { id })}
            label={`${label}, ${t(`region.${level}`)}`}
            placeholder={t(`region.${level}`)}
            options={options}
            value={options.find(({ key }) => key === chosen[at]) ?? null}
            onChange={(option) => onChange(option?.key ?? above)}
            clearable
            invalid={invalid ?? false}
            disabled={disabled || (at > 0 && (above === null || options.length === 0))}
            {...(describedBy && { describedBy })}
          />
        )
      })}
      {error !== null && (
        <div className={css.failed}>
          <ErrorLine error={error} onRetry={retry} />
        </div>
      )}
    </div>
  )
}

/** A row that opens a sheet in which one goes from province to city to area. */
function PhoneRegion(props: Props) {
  const { id, label, value, onChange, invalid, disabled, describedBy, placeholder } = props
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const title = useRegionTitle(value) || (placeholder ?? t('form.choose'))
  return (
    <>
      <button
        id={id}
        type="button"
        className={[inputCss.box, selectCss.phone, invalid && inputCss.invalid].filter(Boolean).join(' ')}
        aria-haspopup="dialog"
        aria-label={`${label}: ${title}`}
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <span className={[selectCss.value, value === null && selectCss.hint].filter(Boolean).join(' ')}>{title}</span>
        <Icon name="right" size={16} />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <RegionSheet label={label} open={open} value={value} onChange={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Chooses a province, a city or an area. */
export const RegionInput = (props: Props) => (useWide() ? <WideRegion {...props} /> : <PhoneRegion {...props} />)
