import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ListView, listViews } from '../../../../shared/endpoints/list-views.ts'
import type { Entity } from '../../../../shared/kit/entity.ts'
import { useCall } from '../../api/queries.ts'
import { same } from '../../fields/same.ts'
import { ALL_RECORDS, isBare, type ListState, readList, writeList } from '../address.ts'
import type { List } from '../use-list.ts'

export interface Views {
  all: readonly ListView[]
  /** With which the list starts for this person. */
  startId: number | null
  /** The one that shows. */
  current: ListView | null
  /** The list shows something else than the view says. */
  changed: boolean
  /** What the list is to show first is not known yet. */
  pending: boolean
  show: (view: ListView | null) => void
}

/** A view's state as this console understands it: fields that there are no more are left out. */
function stateOf(entity: Entity, view: ListView): ListState {
  const { state } = view
  const written = writeList(entity, { ...state, page: 1, view: view.id } as ListState, new URLSearchParams())
  return readList(entity, written)
}

const content = ({ keyword, filters, sort, size }: ListState) => ({ keyword, filters, sort, size })

/** The views of a list. One that is linked to by its number alone, or that the list starts with, shows by itself. */
export function useViews(entity: Entity, list: List, embedded: boolean): Views {
  const [params] = useSearchParams()
  const query = useCall(
    listViews,
    { list: entity.name },
    { entities: [], enabled: !embedded, offline: true, beside: true },
  )
  const arrived = useRef(false)
  const views = query.data?.views ?? []
  const startId = query.data?.default_id ?? null
  const current = views.find(({ id }) => id === list.state.view) ?? null
  const bare = !embedded && isBare(entity, params)
  const wanted = list.state.view ?? startId
  // A link to a view holds on arrival; later its filters may have been taken away on purpose.
  const applies = bare && (list.state.view === null || !arrived.current)
  const shows = (view: ListView) =>
    view.id === list.state.view && same(content(stateOf(entity, view)), content(list.state))
  const due = applies ? (views.find((view) => view.id === wanted && !shows(view)) ?? null) : null
  useEffect(() => {
    if (due) list.change(stateOf(entity, due))
    else if (!query.isPending) arrived.current = true
  }, [query.isPending, due, list, entity])
  return {
    all: views,
    startId,
    current,
    changed: current !== null && due === null && !shows(current),
    pending: due !== null || (applies && query.isLoading),
    show: (view) => list.change(view ? stateOf(entity, view) : allOf(entity, startId)),
  }
}

/** Everything, said so where the list would start with a view. */
function allOf(entity: Entity, startId: number | null): ListState {
  const plain = readList(entity, new URLSearchParams())
  return { ...plain, view: startId === null ? null : ALL_RECORDS }
}
