import { useTranslation } from 'react-i18next'
import { filtersOf } from '../../../shared/kit/columns.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { FilterValue } from '../api/records.ts'
import { useChoices } from '../dictionaries/use-choices.ts'
import { useUnit } from '../i18n/use-unit.ts'
import { useWords } from '../i18n/use-words.ts'
import { Checkbox, Input } from '../ui/input.tsx'
import { Segments } from '../ui/tabs.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { DayFilter } from './day-filter.tsx'
import { ReferenceFilter } from './reference-filter.tsx'
import { RegionInput } from './region-input.tsx'
import { readScaled, writeScaled } from './scaled.ts'

export interface FilterProps {
  entity: Entity
  name: string
  value: FilterValue | undefined
  onChange: (value: FilterValue | null) => void
}

type Inner = FilterProps & { field: Field; label: string }
type Range = { from?: string | number; to?: string | number }

const listed = (value: FilterValue | undefined): (string | number)[] => (Array.isArray(value) ? value : [])
const rangeOf = (value: FilterValue | undefined): Range =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}

function ChoiceFilter({ entity, name, value, onChange }: Inner) {
  const words = useWords(entity)
  const choices = useChoices({ ...entity, fields: filtersOf(entity) }, name)
  const chosen = listed(value)
  const toggle = (choice: string) => {
    const next = chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice]
    onChange(next.length > 0 ? next : null)
  }
  return choices.map((choice) => (
    <Checkbox
      key={choice.value}
      label={words.choice(name, choice.value)}
      checked={chosen.includes(choice.value)}
      onChange={() => toggle(choice.value)}
    />
  ))
}

/** One division, with all that lies in it. */
function RegionFilter({ value, onChange, label }: Inner) {
  const { t } = useTranslation('common')
  const [first] = listed(value).map(Number)
  return (
    <RegionInput
      label={label}
      placeholder={t('any')}
      value={first ?? null}
      onChange={(region) => onChange(region === null ? null : [region])}
    />
  )
}

function FlagFilter({ value, onChange, label }: Inner) {
  const { t } = useTranslation('common')
  const options = [
    { key: 'any', label: t('any') },
    { key: 'true', label: t('yes') },
    { key: 'false', label: t('no') },
  ] as const
  return (
    <Segments
      label={label}
      options={options}
      value={value === undefined ? 'any' : (String(value) as 'true' | 'false')}
      onChange={(key) => onChange(key === 'any' ? null : key === 'true')}
    />
  )
}

interface EndProps extends Inner {
  side: 'from' | 'to'
}

/** One end of a range of figures: it counts a moment after the last key, so that typing waits for nothing. */
function FigureEnd({ value, onChange, field, label, side }: EndProps) {
  const { t } = useTranslation('common')
  const unit = useUnit()(field)
  const range = rangeOf(value)
  const scale = field.scale ?? 1
  const { typed, type, settle } = useSettled(
    range[side] === undefined ? '' : writeScaled(Number(range[side]), scale),
    (text) => {
      const { [side]: _, ...other } = range
      const figure = readScaled(text, scale)
      const next: Range = figure === null ? other : { ...other, [side]: figure }
      onChange(next.from === undefined && next.to === undefined ? null : next)
    },
  )
  return (
    <Input
      inputMode="decimal"
      aria-label={`${label}, ${t(`list.${side}`)}`}
      placeholder={t(`list.${side}`)}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={settle}
      {...(field.unit && !field.money && { after: unit })}
    />
  )
}

function FigureFilter(props: Inner) {
  return (
    <div className="row">
      <FigureEnd {...props} side="from" />
      <span aria-hidden="true">–</span>
      <FigureEnd {...props} side="to" />
    </div>
  )
}

function TextFilter({ value, onChange, label }: Inner) {
  const { typed, type, settle } = useSettled(listed(value).join(','), (text) => onChange(text ? [text] : null))
  return <Input aria-label={label} value={typed} onChange={(event) => type(event.target.value)} onBlur={settle} />
}

/** The input that narrows a list by a field, by the field's kind. */
export function FilterInput(props: FilterProps) {
  const words = useWords(props.entity)
  const field = filtersOf(props.entity)[props.name]
  if (!field) return null
  const inner = { ...props, field, label: words.label(props.name) }
  switch (field.kind) {
    case 'choice':
    case 'choices':
    case 'status':
      return <ChoiceFilter {...inner} />
    case 'reference':
    case 'references':
      return <ReferenceFilter {...inner} />
    case 'region':
      return <RegionFilter {...inner} />
    case 'flag':
      return <FlagFilter {...inner} />
    case 'instant':
    case 'day':
      return <DayFilter field={field} label={inner.label} range={rangeOf(props.value)} onChange={props.onChange} />
    case 'count':
    case 'scaled':
    case 'percent':
    case 'hour':
    case 'minutes':
    case 'seconds':
    case 'decimal':
    case 'rating':
    case 'slider':
      return <FigureFilter {...inner} />
    default:
      return <TextFilter {...inner} />
  }
}
