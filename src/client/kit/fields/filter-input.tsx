import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { FilterValue } from '../api/records.ts'
import { useWords } from '../i18n/use-words.ts'
import { Checkbox, Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { Segments } from '../ui/tabs.tsx'
import { dayEnd, dayOf, dayStart, lastDayOf } from './days.ts'
import { referenceOptions, useTitles } from './reference.ts'
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

function ChoiceFilter({ entity, name, value, onChange, field }: Inner) {
  const words = useWords(entity)
  const chosen = listed(value)
  const toggle = (choice: string) => {
    const next = chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice]
    onChange(next.length > 0 ? next : null)
  }
  return (field.choices ?? []).map((choice) => (
    <Checkbox
      key={choice}
      label={words.choice(name, choice)}
      checked={chosen.includes(choice)}
      onChange={() => toggle(choice)}
    />
  ))
}

/** One record at a time: the first of the list when the address holds several. */
export function ReferenceFilter({
  value,
  onChange,
  field,
  label,
  placeholder,
}: Omit<Inner, 'entity' | 'name'> & { placeholder?: string }) {
  const { t } = useTranslation('common')
  const to = field.to ?? ''
  const ids = listed(value).map(Number)
  const [first] = useTitles(to, ids)
  const chosen = first ? { key: first.id, label: first.title } : null
  return (
    <Select<number>
      label={label}
      {...referenceOptions(to)}
      value={chosen}
      clearable
      placeholder={placeholder ?? t('any')}
      onChange={(option) => onChange(option ? [option.key] : null)}
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

/** Whole days of the person's own calendar: the last one is included. */
function DayFilter({ value, onChange, field, label }: Inner) {
  const { t } = useTranslation('common')
  const range = rangeOf(value)
  const instant = field.kind === 'instant'
  const shown = (side: 'from' | 'to') => {
    const edge = range[side]
    if (edge === undefined) return ''
    if (!instant) return String(edge)
    return side === 'from' ? dayOf(String(edge)) : lastDayOf(String(edge))
  }
  const put = (side: 'from' | 'to', day: string) => {
    const { [side]: _, ...other } = range
    const edge = () => (side === 'from' ? dayStart(day) : dayEnd(day))
    const next: Range = day ? { ...other, [side]: instant ? edge() : day } : other
    onChange(next.from === undefined && next.to === undefined ? null : next)
  }
  return (
    <div className="row">
      <Input
        type="date"
        aria-label={`${label}, ${t('list.from')}`}
        value={shown('from')}
        onChange={(event) => put('from', event.target.value)}
      />
      <span aria-hidden="true">–</span>
      <Input
        type="date"
        aria-label={`${label}, ${t('list.to')}`}
        value={shown('to')}
        onChange={(event) => put('to', event.target.value)}
      />
    </div>
  )
}

function FigureFilter({ value, onChange, field, label }: Inner) {
  const { t } = useTranslation('common')
  const range = rangeOf(value)
  const scale = field.scale ?? 1
  const put = (side: 'from' | 'to', typed: string) => {
    const { [side]: _, ...other } = range
    const figure = readScaled(typed, scale)
    const next: Range = figure === null ? other : { ...other, [side]: figure }
    onChange(next.from === undefined && next.to === undefined ? null : next)
  }
  const side = (name: 'from' | 'to') => (
    <Input
      inputMode="decimal"
      aria-label={`${label}, ${t(`list.${name}`)}`}
      defaultValue={range[name] === undefined ? '' : writeScaled(Number(range[name]), scale)}
      onChange={(event) => put(name, event.target.value)}
      {...(field.unit && !field.money && { after: field.unit })}
    />
  )
  return (
    <div className="row">
      {side('from')}
      <span aria-hidden="true">–</span>
      {side('to')}
    </div>
  )
}

/** The input that narrows a list by a field, by the field's kind. */
export function FilterInput(props: FilterProps) {
  const words = useWords(props.entity)
  const field = props.entity.fields[props.name]
  if (!field) return null
  const inner = { ...props, field, label: words.label(props.name) }
  switch (field.kind) {
    case 'choice':
    case 'status':
      return <ChoiceFilter {...inner} />
    case 'reference':
    case 'references':
      return <ReferenceFilter {...inner} />
    case 'flag':
      return <FlagFilter {...inner} />
    case 'instant':
    case 'day':
      return <DayFilter {...inner} />
    case 'count':
    case 'scaled':
    case 'percent':
    case 'hour':
    case 'minutes':
    case 'seconds':
    case 'degrees':
      return <FigureFilter {...inner} />
    default:
      return (
        <Input
          aria-label={inner.label}
          value={listed(props.value).join(',')}
          onChange={(event) => props.onChange(event.target.value ? [event.target.value] : null)}
        />
      )
  }
}
