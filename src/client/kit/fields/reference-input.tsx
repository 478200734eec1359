import { useTranslation } from 'react-i18next'
import type { Field } from '../../../shared/kit/fields.ts'
import type { Query } from '../api/records.ts'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/select.tsx'
import css from './field-input.module.css'
import type { FieldInputProps } from './field-input-props.ts'
import { NewInPlace } from './new-in-place.tsx'
import { referenceOptions, useTitles } from './reference.ts'

type Props = FieldInputProps & { field: Field; label: string }

/** Chooses one record of another entity, looked for while typing. */
export function ReferenceInput({
  entity,
  field,
  label,
  id,
  value,
  onChange,
  invalid,
  disabled,
  describedBy,
  title,
  finds,
}: Props) {
  const to = field.to ?? ''
  const key = typeof value === 'number' ? value : null
  // What a role is called depends on the reader's language, which the record that points at it knows nothing of.
  const [found] = useTitles(to, key !== null && (!title || to === 'role') ? [key] : [])
  const name = found?.title ?? title
  return (
    <div className={css.picker}>
      <Select<number>
        id={id}
        label={label}
        {...referenceOptions(to)}
        value={key === null ? null : { key, label: name ?? `#${key}` }}
        onChange={(option) => onChange(option?.key ?? null)}
        clearable={field.optional ?? false}
        invalid={invalid}
        disabled={disabled}
        {...(describedBy && { describedBy })}
      />
      {!disabled && !finds && to !== entity.name && <NewInPlace to={to} onMade={(made) => onChange(made.id)} />}
    </div>
  )
}

interface SeveralProps extends Props {
  /** Only among these; none is made in place then. */
  where?: Query
}

/** Chooses several; each can be taken out again. */
export function ReferencesInput({ where, field, label, id, value, onChange, ...state }: SeveralProps) {
  const { invalid, disabled, describedBy } = state
  const { t } = useTranslation('common')
  const to = field.to ?? ''
  const ids = Array.isArray(value) ? (value as number[]) : []
  const titles = useTitles(to, ids)
  const titleOf = (one: number) => titles.find((titled) => titled.id === one)?.title ?? `#${one}`
  return (
    <>
      <div className={css.picker}>
        <Select<number>
          id={id}
          label={label}
          {...referenceOptions(to, where)}
          value={null}
          placeholder={ids.length > 0 ? t('form.chosen', { count: ids.length }) : t('form.choose')}
          onChange={(option) => option && !ids.includes(option.key) && onChange([...ids, option.key])}
          invalid={invalid}
          disabled={disabled}
          {...(describedBy && { describedBy })}
        />
        {!disabled && !where && <NewInPlace to={to} onMade={(made) => onChange([...ids, made.id])} />}
      </div>
      {ids.length > 0 && (
        <ul className={css.chosen}>
          {ids.map((one) => (
            <li key={one}>
              {titleOf(one)}
              <button
                type="button"
                aria-label={t('form.remove_choice', { title: titleOf(one) })}
                disabled={disabled}
                onClick={() => onChange(ids.filter((other) => other !== one))}
              >
                <Icon name="close" size={13} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
