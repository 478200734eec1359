import { type ComponentType, Fragment, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, editable, fieldsOf, fileOf, type Titled, titleOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { isMask } from '../../../shared/kit/mask.ts'
import { againOf } from '../../../shared/kit/schema.ts'
import type { AnyRow } from '../fields/cell.tsx'
import type { Draft } from '../fields/draft.ts'
import { FieldInput } from '../fields/field-input.tsx'
import type { FieldInputProps } from '../fields/field-input-props.ts'
import { PlaceMap } from '../fields/place-map.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { useHelp } from '../i18n/use-help.ts'
import { useUnit } from '../i18n/use-unit.ts'
import { useWords } from '../i18n/use-words.ts'
import css from './form.module.css'
import { SecretAgain } from './secret-again.tsx'
import type { EntityFormState } from './use-entity-form.ts'

/** Shown from here on, so that nobody runs into the end of it. */
const NEAR = 0.8

/** How much of the room for a text is used: always for a long one, near its end for a short one. */
function FormCount({ field, value }: { field: Field; value: unknown }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const { kind, max } = field
  if (!max || (kind !== 'text' && kind !== 'long_text')) return null
  const length = typeof value === 'string' ? value.length : 0
  if (kind === 'text' && length < max * NEAR) return null
  return (
    <small className={css.count} aria-live="polite">
      {t('form.count', { n: format.number(length), most: format.number(max) })}
    </small>
  )
}

/** What a feature puts beside a field's label: a way to fill it. */
export type FieldAsides = Readonly<Record<string, ComponentType<{ onChange: (value: unknown) => void }>>>

/** What a feature puts under a field's input: a warning about what is being entered. It follows the whole draft. */
export type FieldNotes = Readonly<Record<string, ComponentType<{ draft: Draft }>>>

/** What such an input takes: one that stands for several fields changes them together. */
export type OwnInputProps = FieldInputProps & { draft: Draft; changeAll?: (change: Draft) => void }

/** A feature's own input of some fields, where the kit's would not serve. */
export type Inputs = Readonly<Record<string, ComponentType<OwnInputProps>>>

/** What a feature adds to the form of an entity. */
export interface FormParts {
  beside?: FieldAsides
  below?: FieldNotes
  inputs?: Inputs
  /** Fields that are asked for only with some values of others. */
  asks?: (name: string, draft: Draft) => boolean
  /** Fields that a record keeps as they are, in the state in which it is. */
  keeps?: (name: string, row: AnyRow) => boolean
}

interface Props extends FormParts {
  entity: Entity
  form: EntityFormState
  row: AnyRow | null
}

/** Fields that take the whole width: names and what is long. */
const WHOLE = new Set<Field['kind']>([
  'long_text',
  'references',
  'region',
  'choices',
  'rich_text',
  'schedule',
  'expected',
  'checks',
  'translated',
  'image',
  'images',
  'file',
])
const isWhole = ({ kind, slot }: Field) => slot === 'title' || WHOLE.has(kind)

/** A point is set on a map as well; it starts at the record's region, where that has one. */
function Place({ form }: { form: EntityFormState }) {
  const { longitude, latitude, region_id } = form.draft
  return (
    <div className={[css.field, css.whole].join(' ')}>
      <PlaceMap longitude={longitude} latitude={latitude} region={region_id} onChange={form.changeAll} />
    </div>
  )
}

const isRequired = ({ optional, initial, kind }: Field) => !optional && initial === undefined && kind !== 'flag'

function Label({ entity, name, field, id }: { entity: Entity; name: string; field: Field; id: string }) {
  const { t } = useTranslation('common')
  const label = useWords(entity).label(name)
  const unit = useUnit()(field)
  return (
    <label htmlFor={id} className={css.label}>
      {unit ? t('form.label_unit', { label, unit }) : label}
      {isRequired(field) && <span title={t('form.required')}> *</span>}
    </label>
  )
}

function FormField({ entity, form, row, name, field, ...parts }: Props & { name: string; field: Field }) {
  const { t } = useTranslation('common')
  const id = useId()
  const helpOf = useHelp(entity)
  const isMasked = row !== null && isMask(field, String(row[name] ?? ''))
  const help =
    (isMasked && t('form.masked')) || helpOf(name) || (field.kind === 'secret' && row ? t('form.change_secret') : '')
  const error = form.errors[name]
  const told = error || help ? `${id}-told` : undefined
  const value = form.draft[name]
  const kept = row?.[titleOf(name)] as Titled | null | undefined
  const file = row?.[fileOf(name)] as { name: string } | null | undefined
  const title = kept && kept.id === value ? kept.title : file?.name
  const isOpen = editable(field, form.creating) && !(row && parts.keeps?.(name, row))
  const Extra = isOpen ? parts.beside?.[name] : undefined
  const Under = isOpen ? parts.below?.[name] : undefined
  const Own = parts.inputs?.[name]
  const input = {
    entity,
    name,
    id,
    value,
    onChange: (next: unknown) => form.change(name, next),
    invalid: error !== undefined,
    describedBy: told,
    disabled: !isOpen,
    ...(field.twice && { onMade: (made: string) => form.changeAll({ [name]: made, [againOf(name)]: made }) }),
    ...(title && { title }),
  }
  return (
    <div className={[css.field, isWhole(field) && css.whole].filter(Boolean).join(' ')} data-field={name}>
      <div className={css.labelRow}>
        {/* A box to tick has its words beside it. */}
        {field.layout !== 'checkbox' && <Label entity={entity} name={name} field={field} id={id} />}
        <FormCount field={field} value={value} />
        <Suspense fallback={null}>{Extra && <Extra onChange={(next) => form.change(name, next)} />}</Suspense>
      </div>
      {Own ? <Own {...input} draft={form.draft} changeAll={form.changeAll} /> : <FieldInput {...input} />}
      {error ? (
        <div id={told} className={css.error} role="alert">
          {error}
        </div>
      ) : (
        help && (
          <small id={told} className={css.help}>
            {help}
          </small>
        )
      )}
      <Suspense fallback={null}>{Under && <Under draft={form.draft} />}</Suspense>
    </div>
  )
}

/** Beside the title's section a state stands at the right of its first field: what a record is, before its figures. */
function inFormOrder(fields: readonly [string, Field][]): [string, Field][] {
  const badge = fields.find(([, { slot }]) => slot === 'badge')
  const others = fields.filter((field) => field !== badge)
  if (!badge || others[0]?.[1].slot !== 'title') return [...fields]
  return [...others.slice(0, 2), badge, ...others.slice(2)]
}

/** The fields that a person sets, under their sections' headings, in the order in which they are declared. */
export function FormFields({ entity, form, row, ...parts }: Props) {
  const words = useWords(entity)
  const shown = fieldsOf(entity).filter(
    ([name, field]) =>
      field.edit !== 'server' &&
      !(field.kind === 'secret' && row && field.edit === 'create') &&
      (parts.asks?.(name, form.draft) ?? true),
  )
  const sections = [...new Set(shown.map(([, field]) => field.section ?? ''))]
  return sections.map((section) => (
    <fieldset key={section} className={css.section}>
      {section && <legend>{words.section(section)}</legend>}
      <div className={css.grid}>
        {inFormOrder(shown.filter(([, field]) => (field.section ?? '') === section)).map(([name, field]) => (
          <Fragment key={name}>
            {field.half === 'longitude' && editable(field, form.creating) && <Place form={form} />}
            <FormField entity={entity} form={form} row={row} name={name} field={field} {...parts} />
            {field.twice && (
              <SecretAgain form={form} name={name} label={words.label(name)} required={isRequired(field)} />
            )}
          </Fragment>
        ))}
      </div>
    </fieldset>
  ))
}
