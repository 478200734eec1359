import { useTranslation } from 'react-i18next'
import { EMPTY } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { Icon } from '../ui/icon.tsx'
import { Input } from '../ui/input.tsx'
import type { KindInputProps } from './field-input-props.ts'
import css from './scale-inputs.module.css'

const NONE = '#000000'
const COLOUR = /^#[0-9a-f]{6}$/i

/** A colour picked on a surface, or typed as `#rrggbb`. */
export function ColourInput({ id, label, field, value, onChange, invalid, disabled, describedBy }: KindInputProps) {
  const { t } = useTranslation('common')
  const typed = String(value ?? '')
  return (
    <Input
      id={id}
      aria-describedby={describedBy}
      invalid={invalid}
      disabled={disabled}
      autoComplete="off"
      placeholder="#rrggbb"
      maxLength={NONE.length}
      value={typed}
      onChange={(event) => onChange(event.target.value || null)}
      before={
        <input
          type="color"
          className={css.colour}
          aria-label={t('form.pick_colour', { label })}
          disabled={disabled}
          value={COLOUR.test(typed) ? typed : NONE}
          onChange={(event) => onChange(event.target.value)}
        />
      }
      after={
        field.optional &&
        typed && (
          <button type="button" aria-label={t('action.clear')} disabled={disabled} onClick={() => onChange(null)}>
            <Icon name="close" size={14} />
          </button>
        )
      }
    />
  )
}

/** Stars to press; arrows move as among radio buttons. Pressing the last of an optional one takes them away. */
export function RatingInput({ id, label, field, value, onChange, disabled, describedBy }: KindInputProps) {
  const { t } = useTranslation('common')
  const most = field.most ?? 5
  const stars = Array.from({ length: most }, (_, at) => at + 1)
  const given = typeof value === 'number' ? value : 0
  return (
    <div id={id} role="radiogroup" aria-label={label} aria-describedby={describedBy} className={css.stars}>
      {stars.map((star) => (
        <label key={star} className={star <= given ? css.lit : undefined}>
          <input
            type="radio"
            name={id}
            aria-label={t('form.stars', { n: star, most })}
            checked={star === given}
            disabled={disabled}
            onChange={() => onChange(star)}
            onClick={() => star === given && field.optional && onChange(null)}
          />
          <Icon name="star" size={22} />
        </label>
      ))}
    </div>
  )
}

/** A figure set by sliding, with the figure beside it; empty ones start in the middle when they are touched. */
export function SliderInput({ id, label, field, value, onChange, disabled, describedBy }: KindInputProps) {
  const format = useFormat()
  const { min = 0, most = 100, step = 1, unit } = field
  const given = typeof value === 'number' ? value : null
  const shown = given ?? min + Math.round((most - min) / 2 / step) * step
  const text = given === null ? EMPTY : format.quantity(given, unit)
  return (
    <div className={css.slider}>
      <input
        id={id}
        type="range"
        aria-label={label}
        aria-describedby={describedBy}
        aria-valuetext={text}
        min={min}
        max={most}
        step={step}
        disabled={disabled}
        value={shown}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output htmlFor={id}>{text}</output>
    </div>
  )
}
