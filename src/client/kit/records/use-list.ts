import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { FilterValue, Query } from '../api/records.ts'
import { type ListState, readList, writeList } from './address.ts'

export interface List {
  state: ListState
  /** Changes what the list shows; anything but the page itself goes back to the first page. */
  change: (change: Partial<ListState>) => void
  filter: (name: string, value: FilterValue | null) => void
}

/** A list's state in the address; in its own memory when it is one of several on a page. */
export function useList(entity: Entity, embedded: boolean): List {
  const [params, setParams] = useSearchParams()
  const [own, setOwn] = useState(() => new URLSearchParams())
  const shown = embedded ? own : params
  return useMemo(() => {
    const state = readList(entity, shown)
    function change(next: Partial<ListState>) {
      const written = writeList(entity, { ...state, page: 1, ...next }, shown)
      if (embedded) setOwn(written)
      else setParams(written, { replace: true })
    }
    function filter(name: string, value: FilterValue | null) {
      const { [name]: _, ...others } = state.filters
      change({ filters: value === null ? others : { ...others, [name]: value } })
    }
    return { state, change, filter }
  }, [entity, shown, embedded, setParams])
}

/** What is asked of the server. `fixed` filters always hold and are no one's choice. */
export function queryOf(state: ListState, fixed: Record<string, FilterValue>): Query {
  return {
    page_num: state.page,
    page_size: state.size,
    prop: state.sort.prop,
    order: state.sort.order,
    ...(state.keyword && { keyword: state.keyword }),
    ...state.filters,
    ...fixed,
  }
}
