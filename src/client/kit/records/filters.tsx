import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { FilterValue } from '../api/records.ts'
import { dayOf, lastDayOf } from '../fields/days.ts'
import { FilterInput } from '../fields/filter-input.tsx'
import { useTitles } from '../fields/reference.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePopover } from '../ui/popover.ts'
import css from './toolbar.module.css'
import type { List } from './use-list.ts'

/** The fields that a list offers as filters. Those that always hold are no one's choice. */
export const filterable = (entity: Entity, fixed: object = {}) =>
  fieldsOf(entity).filter(([name, field]) => field.filter && !(name in fixed))

interface FormProps {
  entity: Entity
  list: List
  fixed?: object
}

/** All filters of a list, each in force as soon as it is set. */
export function FilterForm({ entity, list, fixed = {} }: FormProps) {
  const words = useWords(entity)
  return filterable(entity, fixed).map(([name, field]) => (
    <fieldset key={name} className={css.filter}>
      <legend>{words.label(name)}</legend>
      <div className={field.choices ? css.choices : undefined}>
        <FilterInput
          entity={entity}
          name={name}
          value={list.state.filters[name]}
          onChange={(value) => list.filter(name, value)}
        />
      </div>
    </fieldset>
  ))
}

/** The filters under the filter button, where there is room. */
export function FilterPanel({
  anchor,
  onClose,
  ...form
}: FormProps & { anchor: RefObject<HTMLElement | null>; onClose: () => void }) {
  const { t } = useTranslation('common')
  const box = useRef<HTMLDivElement>(null)
  usePopover(box, { open: true, anchor, align: 'end', onClose })
  return (
    <div ref={box} popover="auto" className={css.panel} role="dialog" aria-label={t('list.filters')}>
      <div className={css.panelHead}>
        <b>{t('list.filters')}</b>
        <Button look="link" onClick={() => form.list.change({ filters: {} })}>
          {t('list.clear_filters')}
        </Button>
      </div>
      <FilterForm {...form} />
    </div>
  )
}

function useFilterText(entity: Entity, name: string, field: Field, value: FilterValue): string {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const format = useFormat()
  const ids = field.to && Array.isArray(value) ? value.map(Number) : []
  const titles = useTitles(field.to ?? '', ids)
  if (field.to) return titles.length > 0 ? titles.map(({ title }) => title).join(', ') : words.label(name)
  if (typeof value === 'boolean') return `${words.label(name)}: ${t(value ? 'yes' : 'no')}`
  if (Array.isArray(value))
    return value.map((one) => (field.choices ? words.choice(name, String(one)) : String(one))).join(', ')
  if (typeof value !== 'object') return `${words.label(name)}: ${value}`
  const say = (side: string | number | undefined, last = false) => {
    if (side === undefined) return undefined
    if (field.kind === 'instant') return format.day(last ? lastDayOf(String(side)) : dayOf(String(side)))
    return field.kind === 'day'
      ? format.day(String(side))
      : format.number(Number(side) / (field.scale ?? 1), field.digits ?? 0)
  }
  const from = say(value.from)
  const to = say(value.to, true)
  const range =
    from && to ? t('list.from_to', { from, to }) : from ? t('list.since', { from }) : t('list.until', { to })
  return `${words.label(name)}: ${range}`
}

function FilterChip({
  entity,
  name,
  field,
  value,
  onRemove,
}: {
  entity: Entity
  name: string
  field: Field
  value: FilterValue
  onRemove: () => void
}) {
  const { t } = useTranslation('common')
  const text = useFilterText(entity, name, field, value)
  return (
    <button
      type="button"
      className={css.chip}
      aria-label={t('list.remove_filter', { filter: text })}
      onClick={onRemove}
    >
      {text}
      <Icon name="close" size={13} />
    </button>
  )
}

/** The filters in force; a press removes one. `without` are shown elsewhere: chips, selects beside the search. */
export function FiltersInForce({ entity, list, without }: { entity: Entity; list: List; without: readonly string[] }) {
  const { t } = useTranslation('common')
  const shown = Object.entries(list.state.filters).filter(([name]) => !without.includes(name))
  if (shown.length === 0) return null
  return (
    <fieldset className={css.inForce} style={{ border: 0 }} aria-label={t('list.filters_in_force')}>
      {shown.map(([name, value]) => {
        const field = entity.fields[name]
        if (!field) return null
        return (
          <FilterChip
            key={name}
            entity={entity}
            name={name}
            field={field}
            value={value}
            onRemove={() => list.filter(name, null)}
          />
        )
      })}
    </fieldset>
  )
}
