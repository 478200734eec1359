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

/** What has views: a list or a page, by what its address says. */
interface Viewed {
  /** An entity's name, or a page's. */
  list: string
  /** It has a page, with an address, of its own. */
  owns: boolean
  /** The view that it started from. */
  id: number | null
  /** The address says no more than which view it is. */
  bare: boolean
  /** Whether it shows what the view holds. */
  holds: (view: ListView) => boolean
  show: (view: ListView) => void
  /** Everything, said so where it would start with a view. */
  showAll: (startId: number | null) => void
}

/** The views of a list or a page. One that is linked to by its number alone, or that it starts with, shows by itself. */
export function useViewsOf({ list, owns, id, bare, holds, show, showAll }: Viewed): Views {
  const query = useCall(listViews, { list }, { entities: [], enabled: owns, offline: true, beside: true })
  const arrived = useRef(false)
  const views = query.data?.views ?? []
  const startId = query.data?.default_id ?? null
  const current = views.find((view) => view.id === id) ?? null
  const wanted = id ?? startId
  // A link to a view holds on arrival; later its filters may have been taken away on purpose.
  const applies = owns && bare && (id === null || !arrived.current)
  const shows = (view: ListView) => view.id === id && holds(view)
  const due = applies ? (views.find((view) => view.id === wanted && !shows(view)) ?? null) : null
  useEffect(() => {
    if (due) show(due)
    else if (!query.isPending) arrived.current = true
  }, [query.isPending, due, show])
  return {
    all: views,
    startId,
    current,
    changed: current !== null && due === null && !shows(current),
    pending: due !== null || (applies && query.isLoading),
    show: (view) => (view ? show(view) : showAll(startId)),
  }
}

/** A view's state as this console understands it: fields that there are no more are left out. */
function stateOf(entity: Entity, view: ListView): ListState {
  const { state } = view
  const written = writeList(entity, { ...state, page: 1, view: view.id } as ListState, new URLSearchParams())
  return readList(entity, written)
}

const content = ({ keyword, filters, sort, size }: ListState) => ({ keyword, filters, sort, size })

/** The views of an entity's list. */
export function useViews(entity: Entity, list: List, embedded: boolean): Views {
  const [params] = useSearchParams()
  return useViewsOf({
    list: entity.name,
    owns: !embedded,
    id: list.state.view,
    bare: isBare(entity, params),
    holds: (view) => same(content(stateOf(entity, view)), content(list.state)),
    show: (view) => list.change(stateOf(entity, view)),
    showAll: (startId) => list.change(allOf(entity, startId)),
  })
}

function allOf(entity: Entity, startId: number | null): ListState {
  const plain = readList(entity, new URLSearchParams())
  return { ...plain, view: startId === null ? null : ALL_RECORDS }
}
