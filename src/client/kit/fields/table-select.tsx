import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon.tsx'
import inputCss from '../ui/input.module.css'
import { lazy } from '../ui/lazy.ts'
import selectCss from '../ui/select.module.css'
import css from './field-input.module.css'
import type { KindInputProps } from './field-input-props.ts'
import { useTitles } from './reference.ts'

const RecordPicker = lazy(() => import('./record-picker.tsx').then((module) => ({ default: module.RecordPicker })))

/** Chooses a record from its table: where a title alone does not tell one from another. */
export function TableSelect({
  field,
  label,
  id,
  value,
  onChange,
  invalid,
  disabled,
  describedBy,
  title,
}: KindInputProps) {
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const key = typeof value === 'number' ? value : null
  const [found] = useTitles(field.to ?? '', key !== null && !title ? [key] : [])
  const name = key === null ? null : (title ?? found?.title ?? `#${key}`)
  return (
    <span className={css.picker}>
      <button
        id={id}
        type="button"
        className={[inputCss.box, selectCss.phone, invalid && inputCss.invalid].filter(Boolean).join(' ')}
        aria-haspopup="dialog"
        aria-label={`${label}: ${name ?? t('form.choose')}`}
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <span className={[selectCss.value, !name && selectCss.hint].filter(Boolean).join(' ')}>
          {name ?? t('form.choose')}
        </span>
        <Icon name="list" size={16} />
      </button>
      {field.optional && key !== null && !disabled && (
        <button type="button" className={css.press} aria-label={t('action.clear')} onClick={() => onChange(null)}>
          <Icon name="close" size={14} />
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <RecordPicker
            to={field.to ?? ''}
            title={label}
            chosen={key}
            onChoose={(chosen) => {
              onChange(chosen)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  )
}
