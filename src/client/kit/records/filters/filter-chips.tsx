import { useTranslation } from 'react-i18next'
import { filtersOf } from '../../../../shared/kit/columns.ts'
import type { Entity } from '../../../../shared/kit/entity.ts'
import type { Field } from '../../../../shared/kit/fields.ts'
import type { FilterValue } from '../../api/records.ts'
import { dayOf, lastDayOf } from '../../fields/days.ts'
import { useTitles } from '../../fields/reference.ts'
import { useRegionTitle } from '../../fields/regions.ts'
import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Icon } from '../../ui/icon.tsx'
import css from '../toolbar.module.css'
import type { List } from '../use-list.ts'

interface ChipProps {
  entity: Entity
  name: string
  field: Field
  value: FilterValue
}

/** One end of a range, as people write it; the end of a range of moments is the last day in it. */
function endText(field: Field, end: string | number, last: boolean, format: Format): string {
  if (field.kind === 'instant') return format.day(last ? lastDayOf(String(end)) : dayOf(String(end)))
  if (field.kind === 'day') return format.day(String(end))
  if (field.money) return format.money(Number(end))
  return format.quantity(Number(end) / (field.scale ?? 1), field.unit, field.digits)
}

/** The value that a filter asks for, in words. */
function useValueText({ entity, name, field, value }: ChipProps): string {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const format = useFormat()
  const ids = field.to && Array.isArray(value) ? value.map(Number) : []
  const titles = useTitles(field.to ?? '', ids)
  const region = useRegionTitle(field.kind === 'region' && Array.isArray(value) ? Number(value[0]) : null)
  if (region) return region
  if (field.to) return format.list(ids.map((id) => titles.find((one) => one.id === id)?.title ?? `#${id}`))
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value))
    return format.list(value.map((one) => (field.choices ? words.choice(name, String(one)) : String(one))))
  if (typeof value !== 'object') return String(value)
  const from = value.from === undefined ? '' : endText(field, value.from, false, format)
  const to = value.to === undefined ? '' : endText(field, value.to, true, format)
  if (from && to) return from === to ? from : t('list.from_to', { from, to })
  return from ? t('list.since', { from }) : t('list.until', { to })
}

function FilterChip({ onRemove, ...chip }: ChipProps & { onRemove: () => void }) {
  const { t } = useTranslation('common')
  const words = useWords(chip.entity)
  const text = t('list.filter_is', { field: words.label(chip.name), value: useValueText(chip) })
  return (
    <button
      type="button"
      className={css.chip}
      aria-label={t('list.remove_filter', { filter: text })}
      onClick={onRemove}
    >
      <span className={css.chipText}>{text}</span>
      <Icon name="close" size={13} />
    </button>
  )
}

interface Props {
  entity: Entity
  list: List
  /** Which of them show here. */
  shown: readonly (readonly [string, FilterValue])[]
}

/** Filters in force; a press removes one, or all of them. */
export function FilterChips({ entity, list, shown }: Props) {
  const { t } = useTranslation('common')
  const all = Object.keys(list.state.filters)
  return (
    <fieldset className={css.inForce} style={{ border: 0 }} aria-label={t('list.filters_in_force')}>
      {shown.map(([name, value]) => {
        const field = filtersOf(entity)[name]
        const remove = () => list.filter(name, null)
        return field && <FilterChip key={name} {...{ entity, name, field, value }} onRemove={remove} />
      })}
      {all.length > 1 && (
        <button type="button" className={css.clearAll} onClick={() => list.change({ filters: {} })}>
          {t('list.clear_all')}
        </button>
      )}
    </fieldset>
  )
}
