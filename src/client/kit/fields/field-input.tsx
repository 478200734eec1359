import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../../shared/kit/fields.ts'
import { useWords } from '../i18n/use-words.ts'
import { MomentInput } from '../moments/moment-input.tsx'
import { Input, Switch, TextArea } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { ChoiceInput, ChoicesInput, TickInput } from './choice-input.tsx'
import { fromLocal, toLocal } from './days.ts'
import type { FieldInputProps, KindInputProps } from './field-input-props.ts'
import { FigureInput } from './figure-input.tsx'
import { FileInput, ImageInput } from './lazy-uploads.tsx'
import { ReferenceInput, ReferencesInput } from './reference-input.tsx'
import { RegionInput } from './region-input.tsx'
import { RichTextInput } from './rich-text-input.tsx'
import { ColourInput, RatingInput, SliderInput } from './scale-inputs.tsx'
import { SecretInput } from './secret-input.tsx'
import { TableSelect } from './table-select.tsx'
import { TranslatedInput } from './translated-input.tsx'

type Inner = KindInputProps

const described = ({ describedBy }: FieldInputProps) => ({ 'aria-describedby': describedBy })

function TextInput(props: Inner) {
  const { field, id, invalid, disabled, value, onChange } = props
  const type = field.kind === 'phone' ? 'tel' : field.kind === 'email' ? 'email' : 'text'
  return (
    <Input
      {...described(props)}
      id={id}
      type={type}
      invalid={invalid}
      disabled={disabled}
      autoComplete="off"
      maxLength={field.max}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}

/** Of degrees six digits are a hand's breadth on the ground. */
const DEGREE_DIGITS = 6

function NumberInput({ field, ...props }: Inner) {
  const { value, onChange } = props
  if (field.kind !== 'decimal') return <FigureInput {...props} scale={field.scale ?? 1} digits={field.digits ?? 0} />
  const digits = field.digits ?? DEGREE_DIGITS
  const scale = 10 ** digits
  return (
    <FigureInput
      {...props}
      scale={scale}
      digits={field.digits ?? 0}
      value={typeof value === 'number' ? Math.round(value * scale) : value}
      onChange={(next) => onChange(typeof next === 'number' ? next / scale : next)}
    />
  )
}

function DayOrInstant({ field, id, invalid, disabled, describedBy, value, onChange }: Inner) {
  const day = field.kind === 'day'
  const held = String(value ?? '')
  return (
    <MomentInput
      {...{ id, invalid, disabled, describedBy }}
      precision={day ? 'day' : 'minute'}
      value={day ? held : toLocal(held)}
      onChange={(text) => onChange((day ? text : fromLocal(text)) || null)}
    />
  )
}

function ZoneInput({ id, label, invalid, disabled, value, onChange }: Inner) {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ key: zone, label: zone.replaceAll('_', ' ') }))
  const chosen = typeof value === 'string' ? { key: value, label: value.replaceAll('_', ' ') } : null
  return (
    <Select<string>
      id={id}
      label={label}
      options={zones}
      value={chosen}
      onChange={(option) => onChange(option?.key ?? null)}
      invalid={invalid}
      disabled={disabled}
    />
  )
}

function LongTextInput(props: Inner) {
  const { field, id, invalid, disabled, value, onChange } = props
  return (
    <TextArea
      {...described(props)}
      counted
      id={id}
      invalid={invalid}
      disabled={disabled}
      maxLength={field.max}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}

function FlagInput(props: Inner) {
  const { field, id, label, value, disabled, onChange } = props
  if (field.layout === 'checkbox') return <TickInput {...props} />
  return <Switch id={id} label={label} checked={value === true} disabled={disabled} onChange={onChange} />
}

const OneReference = (props: Inner) =>
  props.field.layout === 'table' ? <TableSelect {...props} /> : <ReferenceInput {...props} />

const OneRegion = (props: Inner) => (
  <RegionInput {...props} value={typeof props.value === 'number' ? props.value : null} onChange={props.onChange} />
)

/** Steps, keys and items are asked for by the feature that knows what they are for. */
const INPUTS: Readonly<Record<Exclude<Kind, 'schedule' | 'expected' | 'checks'>, ComponentType<Inner>>> = {
  text: TextInput,
  phone: TextInput,
  email: TextInput,
  long_text: LongTextInput,
  rich_text: RichTextInput,
  translated: TranslatedInput,
  secret: SecretInput,
  count: NumberInput,
  scaled: NumberInput,
  percent: NumberInput,
  hour: NumberInput,
  minutes: NumberInput,
  seconds: NumberInput,
  decimal: NumberInput,
  slider: SliderInput,
  rating: RatingInput,
  instant: DayOrInstant,
  day: DayOrInstant,
  time_zone: ZoneInput,
  flag: FlagInput,
  choice: ChoiceInput,
  status: ChoiceInput,
  choices: ChoicesInput,
  colour: ColourInput,
  reference: OneReference,
  references: ReferencesInput,
  region: OneRegion,
  image: ImageInput,
  images: ImageInput,
  file: FileInput,
}

/** The input of a field, by its kind. */
export function FieldInput(props: FieldInputProps) {
  const { t } = useTranslation('common')
  const label = useWords(props.entity).label(props.name)
  const field = props.entity.fields[props.name]
  const Shown = field && (INPUTS as Partial<Record<Kind, ComponentType<Inner>>>)[field.kind]
  if (!Shown) return <small role="alert">{t('form.no_component', { kind: field?.kind ?? props.name })}</small>
  return <Shown {...props} field={field} label={label} />
}
