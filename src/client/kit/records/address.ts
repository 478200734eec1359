import { filtersOf } from '../../../shared/kit/columns.ts'
import { takesChoice } from '../../../shared/kit/dictionaries.ts'
import { PAGE_SIZE, PAGE_SIZES } from '../../../shared/kit/endpoint.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { FilterValue } from '../api/records.ts'

/** What a list shows: kept in the page's address, so that a link, a reload and a tab show the same. */
export interface ListState {
  page: number
  size: number
  sort: { prop: string; order: 'asc' | 'desc' }
  keyword: string
  filters: Record<string, FilterValue>
  /** The saved view that it started from; `ALL_RECORDS` is none, where the list would start with one. */
  view: number | null
}

export const ALL_RECORDS = 0

const FIGURES = new Set(['count', 'scaled', 'percent', 'hour', 'minutes', 'seconds', 'decimal', 'rating', 'slider'])
const isRange = ({ kind }: Field) => FIGURES.has(kind) || kind === 'instant' || kind === 'day'

function readFilter(field: Field, written: string): FilterValue | null {
  if (field.kind === 'flag') return written === 'true'
  if (isRange(field)) {
    const [from = '', to = ''] = written.split('..')
    const value = (side: string) => (FIGURES.has(field.kind) ? Number(side) : side)
    if (!from && !to) return null
    return { ...(from && { from: value(from) }), ...(to && { to: value(to) }) }
  }
  const parts = written.split(',').filter(Boolean)
  if (field.kind === 'reference' || field.kind === 'references' || field.kind === 'region')
    return parts.map(Number).filter(Number.isFinite)
  // A text may hold a comma.
  return field.choices ? parts.filter((part) => takesChoice(field, part)) : [written]
}

function writeFilter(value: FilterValue): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object') return `${value.from ?? ''}..${value.to ?? ''}`
  return String(value)
}

const isEmpty = (value: FilterValue | null | undefined) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

function readFilters(entity: Entity, params: URLSearchParams): Record<string, FilterValue> {
  const filters: Record<string, FilterValue> = {}
  for (const [name, field] of Object.entries(filtersOf(entity))) {
    const written = params.get(name)
    const value = written ? readFilter(field, written) : null
    if (value !== null && !isEmpty(value)) filters[name] = value
  }
  return filters
}

function readSort(entity: Entity, params: URLSearchParams): ListState['sort'] {
  const [prop, order] = (params.get('sort') ?? '').split('.')
  const known = prop && (prop in entity.fields || ['id', 'created_at', 'updated_at'].includes(prop))
  return known && (order === 'asc' || order === 'desc') ? { prop, order } : entity.sort
}

/** Whatever the address says that makes no sense is left out. */
export function readList(entity: Entity, params: URLSearchParams): ListState {
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZE,
    sort: readSort(entity, params),
    keyword: params.get('q') ?? '',
    filters: readFilters(entity, params),
    view: readView(params),
  }
}

function readView(params: URLSearchParams): number | null {
  const written = params.get('view')
  const view = Number(written)
  return written && Number.isInteger(view) && view >= ALL_RECORDS ? view : null
}

/** Whether the address says no more of the list than which view it is. */
export const isBare = (entity: Entity, params: URLSearchParams): boolean =>
  !['page', 'size', 'sort', 'q', ...Object.keys(filtersOf(entity))].some((name) => params.has(name))

/** Only what differs from the list's own start; parameters of others stay. */
export function writeList(entity: Entity, state: ListState, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params)
  const put = (name: string, value: string) => (value ? written.set(name, value) : written.delete(name))
  put('page', state.page > 1 ? String(state.page) : '')
  put('size', state.size === PAGE_SIZE ? '' : String(state.size))
  const own = state.sort.prop === entity.sort.prop && state.sort.order === entity.sort.order
  put('sort', own ? '' : `${state.sort.prop}.${state.sort.order}`)
  put('q', state.keyword)
  put('view', state.view === null ? '' : String(state.view))
  for (const name of Object.keys(filtersOf(entity))) {
    const value = state.filters[name]
    put(name, value === undefined || isEmpty(value) ? '' : writeFilter(value))
  }
  return written
}
