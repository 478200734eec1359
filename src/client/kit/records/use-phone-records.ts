import { useMemo, useState } from 'react'
import type { Page } from '../../../shared/kit/endpoint.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { matching, useEndlessRecords } from '../fields/use-records.ts'
import type { ListProps } from './types.ts'
import { type List, queryOf } from './use-list.ts'

/** A record that moved to the next page while one scrolled stands once. */
function unique(rows: readonly AnyRow[]): AnyRow[] {
  const seen = new Set<number>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}

const askedBy = (list: ListProps, state: List, early: boolean) =>
  [list.entity, queryOf(state.state, list.fixed ?? {}), { ...list.fresh, early }] as const

/** What a list's head says: its first page, and what is being looked for. It is not drawn anew for each page that follows. */
export function usePhoneHead(list: ListProps, state: List, pending: boolean) {
  const [typed, setTyped] = useState(state.state.keyword)
  const query = useEndlessRecords(...askedBy(list, state, pending), firstOf)
  const page = pending ? undefined : query.data
  const ahead = typed.trim() !== state.state.keyword || query.isPlaceholderData
  return { page, pending, typed, setTyped, ahead, refetch: query.refetch }
}

const firstOf = ({ pages }: { pages: readonly Page<AnyRow>[] }) => pages[0]

export type PhoneHead = ReturnType<typeof usePhoneHead>

/** All that a phone has scrolled through; `rows` null: nothing is known yet. */
export function usePhoneRecords(list: ListProps, state: List, { pending, typed, ahead }: PhoneHead) {
  const query = useEndlessRecords(...askedBy(list, state, pending))
  const data = pending ? undefined : query.data
  const loaded = useMemo(() => (data ? unique(data.pages.flatMap(({ rows }) => rows)) : null), [data])
  const rows = useMemo(
    () => (loaded && ahead ? matching(list.entity, loaded, typed) : loaded),
    [list.entity, loaded, ahead, typed],
  )
  return { query, rows, ahead, page: data?.pages[0] }
}

export type PhoneRecords = ReturnType<typeof usePhoneRecords>
