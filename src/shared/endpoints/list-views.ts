import * as z from 'zod/mini'
import { filterValue } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'
import { columnSetting } from './shell.ts'

/** Pages that are no lists and have views too, with the permission to see them. Of their views only the filters say something. */
export const PAGES_WITH_VIEWS: Readonly<Record<string, string>> = { statistics: 'statistics.view' }

/** An entity's name, for its list, or a page's. */
const list = () => z.string({ error: 'required' }).check(z.maxLength(60, { error: 'too_long' }))

/** What a list shows: its search, filters, order and page size. */
export const viewState = z.object({
  keyword: z.string().check(z.maxLength(100, { error: 'too_long' })),
  filters: z
    .record(z.string().check(z.maxLength(60, { error: 'too_long' })), filterValue)
    .check(
      z.refine((filters) => Object.keys(filters).length <= 50, { error: 'too_many', params: { figures: { max: 50 } } }),
    ),
  sort: z.object({ prop: z.string().check(z.maxLength(60, { error: 'too_long' })), order: z.enum(['asc', 'desc']) }),
  size: z.int().check(z.gte(1, { error: 'out_of_range' }), z.lte(50, { error: 'out_of_range' })),
})
export type ViewState = z.output<typeof viewState>

/** The columns of a view; null are those that the person has on the list anyway. */
const viewColumns = z.nullable(z.array(columnSetting).check(z.maxLength(100, { error: 'too_many' })))

const listView = z.object({
  id: z.int(),
  name: z.string(),
  /** Seen by everybody who may see the list. */
  shared: z.boolean(),
  /** Besides: those who have one of these roles, and these persons. Told to the person who shares it. */
  role_ids: z.array(z.int()),
  user_ids: z.array(z.int()),
  /** Of the person who asks: only they change it. */
  own: z.boolean(),
  /** Who saved it. */
  by: z.string(),
  state: viewState,
  columns: viewColumns,
})
export type ListView = z.output<typeof listView>

/** The views of a list: the person's own and those that others share, and the one with which the list starts. */
export const listViews = endpoint({
  method: 'GET',
  path: '/system/table/views',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ list: list() }),
  data: z.object({ views: z.array(listView), default_id: z.nullable(z.int()) }),
})

const named = (most: number) => z._default(z.array(identity).check(z.maxLength(most, { error: 'too_many' })), [])

/** Saves a view, or with `id` changes one's own. */
export const saveListView = endpoint({
  method: 'POST',
  path: '/system/table/save-view',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({
    id: z.optional(identity),
    list: list(),
    name: z
      .string({ error: 'required' })
      .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(60, { error: 'too_long' })),
    shared: z.boolean({ error: 'required' }),
    role_ids: named(50),
    user_ids: named(200),
    state: viewState,
    columns: viewColumns,
  }),
  data: listView,
  repeatable: true,
  says: 'saved',
})

export const removeListView = endpoint({
  method: 'POST',
  path: '/system/table/remove-view',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ id: identity }),
  data: z.null(),
  repeatable: true,
  says: 'deleted',
})

/** The view with which the person's list starts; null is the list's own start. */
export const startWithListView = endpoint({
  method: 'POST',
  path: '/system/table/start-with-view',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ list: list(), id: z.nullable(identity) }),
  data: z.null(),
  repeatable: true,
  says: 'saved',
})
