import { type ListView, listViews, saveListView } from '../../../../shared/endpoints/list-views.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import type { ListState } from '../address.ts'
import { type Column, settingsOf } from '../table/columns.ts'

/** The views of a list, or of a page, are asked for again. */
export const viewsChanged = (list: string) =>
  queryClient.invalidateQueries({ queryKey: ['call', listViews.path, { list }] })

/** What a view holds. */
export type Content = Pick<ListView, 'state' | 'columns'>

/** What a list shows now. `columns` is null where it has none. */
export const contentOf = ({ keyword, filters, sort, size }: ListState, columns: readonly Column[] | null): Content => ({
  state: { keyword, filters, sort, size },
  columns: columns && settingsOf(columns),
})

/** Who sees it besides the person. */
export type Sharing = Pick<ListView, 'shared' | 'role_ids' | 'user_ids'>

interface Saving extends Sharing, Pick<ListView, 'name'> {
  /** Absent for a new one. */
  id?: number
  list: string
  content: Content
}

/** Keeps what shows now as a view. */
export const saveView = ({ id, list, name, shared, role_ids, user_ids, content }: Saving): Promise<ListView> =>
  call(saveListView, { ...(id !== undefined && { id }), list, name, shared, role_ids, user_ids, ...content })
