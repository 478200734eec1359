import { type ListView, listViews, saveListView } from '../../../../shared/endpoints/list-views.ts'
import type { Entity } from '../../../../shared/kit/entity.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import type { ListState } from '../address.ts'
import { type Column, settingsOf } from '../table/columns.ts'

/** A list's views are asked for again. */
export const viewsChanged = (entity: Entity) =>
  queryClient.invalidateQueries({ queryKey: ['call', listViews.path, { list: entity.name }] })

interface Saving extends Pick<ListView, 'name' | 'shared'> {
  /** Absent for a new one. */
  id?: number
  entity: Entity
  state: ListState
  columns: readonly Column[] | null
}

/** Keeps what the list shows now as a view. */
export function saveView({ id, entity, name, shared, state, columns }: Saving): Promise<ListView> {
  const { keyword, filters, sort, size } = state
  return call(saveListView, {
    ...(id !== undefined && { id }),
    list: entity.name,
    name,
    shared,
    state: { keyword, filters, sort, size },
    columns: columns && settingsOf(columns),
  })
}
