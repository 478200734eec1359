import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChoices } from '../dictionaries/use-choices.ts'
import { useWords } from '../i18n/use-words.ts'
import { Checkbox } from '../ui/input.tsx'
import { Radios } from '../ui/radios.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'
import { Segments } from '../ui/tabs.tsx'
import { useWide } from '../ui/use-wide.ts'
import css from './field-input.module.css'
import type { KindInputProps } from './field-input-props.ts'

/** More boxes than these are looked through. */
const MANY = 15
/** As many as a thumb reaches side by side. */
const FEW = 4

/** What can be chosen; what the record holds already stays even where it is no longer offered. */
function useOptions({ entity, name, value }: KindInputProps) {
  const words = useWords(entity)
  const held = [value].flat()
  return useChoices(entity, name)
    .filter((choice) => choice.offered || held.includes(choice.value))
    .map((choice) => ({ key: choice.value, label: words.choice(name, choice.value) }))
}

/** One of several words: a list to open, radio buttons where the field asks for them, on a phone side by side when few. */
export function ChoiceInput(props: KindInputProps) {
  const { field, id, label, invalid, disabled, value, onChange, describedBy } = props
  const wide = useWide()
  const options = useOptions(props)
  const chosen = (value as string | null) ?? null
  if (field.layout === 'radio')
    return <Radios {...{ id, label, options, value: chosen, disabled, invalid, onChange, describedBy }} />
  if (!wide && options.length <= FEW && !field.optional && !disabled)
    return <Segments label={label} options={options} value={chosen} onChange={onChange} />
  return (
    <Select<string>
      id={id}
      label={label}
      options={options}
      value={options.find(({ key }) => key === value) ?? null}
      onChange={(option) => onChange(option?.key ?? null)}
      clearable={field.optional ?? false}
      invalid={invalid}
      disabled={disabled}
      {...(describedBy && { describedBy })}
    />
  )
}

/** Several of some, each with its box; of many those that are chosen and those that one looks for. */
export function ChoicesInput(props: KindInputProps) {
  const { t } = useTranslation('common')
  const { id, label, disabled, value, onChange, describedBy, invalid } = props
  const [keyword, setKeyword] = useState('')
  const options = useOptions(props)
  const many = options.length > MANY
  const wanted = keyword.trim().toLowerCase()
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (key: string) =>
    onChange(
      options.map((option) => option.key).filter((one) => (one === key ? !chosen.includes(key) : chosen.includes(one))),
    )
  const shown = options.filter((option) => chosen.includes(option.key) || option.label.toLowerCase().includes(wanted))
  const boxes = (
    <fieldset id={id} aria-label={label} aria-describedby={describedBy} className={many ? css.manyBoxes : css.boxes}>
      {shown.map((option) => (
        <Checkbox
          key={option.key}
          label={option.label}
          checked={chosen.includes(option.key)}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          onChange={() => toggle(option.key)}
        />
      ))}
    </fieldset>
  )
  if (!many) return boxes
  return (
    <>
      <SearchInput label={t('action.search')} value={keyword} disabled={disabled} onChange={setKeyword} />
      {boxes}
    </>
  )
}

/** Yes or no as a box to tick. */
export function TickInput({ id, label, value, disabled, onChange, describedBy }: KindInputProps) {
  const text = useId()
  return (
    <Checkbox
      id={id}
      label={<span id={text}>{label}</span>}
      aria-describedby={describedBy}
      checked={value === true}
      disabled={disabled}
      onChange={() => onChange(value !== true)}
    />
  )
}
