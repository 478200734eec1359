import { Suspense } from 'react'
import type { Entity } from '../../../../shared/kit/entity.ts'
import type { FilterValue } from '../../api/records.ts'
import { lazyAside } from '../../ui/lazy-part.tsx'
import type { List } from '../use-list.ts'

const FilterChips = lazyAside(() => import('./filter-chips.tsx').then((module) => ({ default: module.FilterChips })))

interface Props {
  entity: Entity
  list: List
  /** Shown elsewhere while they ask for one value: as chips of states, as selects beside the search. */
  elsewhere: readonly string[]
}

const isSingle = (value: FilterValue) => typeof value !== 'object' || (Array.isArray(value) && value.length === 1)

/** The filters in force, where there are some: most lists open without. */
export function FiltersInForce({ entity, list, elsewhere }: Props) {
  const all = Object.entries(list.state.filters)
  const shown = all.filter(([name, value]) => !(elsewhere.includes(name) && isSingle(value)))
  if (shown.length === 0) return null
  return (
    <Suspense fallback={null}>
      <FilterChips {...{ entity, list, shown }} />
    </Suspense>
  )
}
