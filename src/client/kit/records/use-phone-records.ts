import { useMemo, useState } from 'react'
import type { AnyRow } from '../fields/cell.tsx'
import { matching, useEndlessRecords } from '../fields/use-records.ts'
import type { ListProps } from './types.ts'
import { type List, queryOf } from './use-list.ts'

/** A record that moved to the next page while one scrolled stands once. */
function unique(rows: readonly AnyRow[]): AnyRow[] {
  const seen = new Set<number>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** All that a phone has scrolled through; `rows` null: nothing is known yet. */
export function usePhoneRecords(list: ListProps, state: List, pending: boolean) {
  const [typed, setTyped] = useState(state.state.keyword)
  const query = useEndlessRecords(list.entity, queryOf(state.state, list.fixed ?? {}), {
    ...list.fresh,
    early: pending,
  })
  const data = pending ? undefined : query.data
  const loaded = useMemo(() => (data ? unique(data.pages.flatMap(({ rows }) => rows)) : null), [data])
  const ahead = typed.trim() !== state.state.keyword || query.isPlaceholderData
  const rows = loaded && ahead ? matching(list.entity, loaded, typed) : loaded
  return { query, rows, setTyped, ahead, page: data?.pages[0] }
}

export type PhoneRecords = ReturnType<typeof usePhoneRecords>
