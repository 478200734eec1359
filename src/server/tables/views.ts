import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import {
  type ListView,
  listViews,
  PAGES_WITH_VIEWS,
  removeListView,
  saveListView,
  startWithListView,
} from '../../shared/endpoints/list-views.ts'
import { entities } from '../../shared/entities/index.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, type Person } from '../kit/person.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { sharedWith, shareWith } from './view-sharing.ts'

/** As many as a person can tell apart. */
const MOST = 50

/** What people keep of a list: their own views of it, and those that they share. */
export function viewRoutes(app: FastifyInstance): void {
  serve(app, listViews, async ({ list }, { db, person }) => {
    holdList(person, list)
    const start = await db
      .selectFrom('list_view_default')
      .select('view_id')
      .where('user_id', '=', person.id)
      .where('list', '=', list)
      .executeTakeFirst()
    const views = await viewsOf(db, person, { list })
    // One that is no longer shared is nobody's start any more.
    return { views, default_id: views.find(({ id }) => id === start?.view_id)?.id ?? null }
  })

  serve(app, saveListView, async ({ id, ...view }, { db, person }) => {
    holdList(person, view.list)
    const saved = id === undefined ? await add(db, person, view) : await change(db, person, id, view)
    await shareWith(db, person, saved, view)
    const [kept] = await viewsOf(db, person, { id: saved })
    if (!kept) throw notFound()
    return kept
  })

  serve(app, removeListView, async ({ id }, { db, person }) => {
    const gone = await db
      .deleteFrom('list_view')
      .where('id', '=', id)
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    if (!gone.numDeletedRows) throw notFound()
    return null
  })

  serve(app, startWithListView, async ({ list, id }, { db, person }) => {
    holdList(person, list)
    if (id === null) {
      await db.deleteFrom('list_view_default').where('user_id', '=', person.id).where('list', '=', list).execute()
      return null
    }
    const [view] = await viewsOf(db, person, { id, list })
    if (!view) throw notFound()
    await db
      .insertInto('list_view_default')
      .values({ user_id: person.id, list, view_id: id })
      .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ view_id: id }))
      .execute()
    return null
  })
}

/** A view tells of a list, or of a page, only to who may see it. */
function holdList(person: Person, list: string): void {
  const entity = Object.values(entities).find(({ name }) => name === list)
  const permission = entity ? permissionOf(entity, 'list') : PAGES_WITH_VIEWS[list]
  if (!permission) throw wrongField('list', 'not_a_choice')
  if (!may(person, permission)) throw new Refusal(403, 'no_permission')
}

type Given = Pick<ListView, 'name' | 'shared' | 'state' | 'columns'> & { list: string }

const columnsOf = ({ name, shared, state, columns }: Given) => ({
  name,
  shared,
  state: JSON.stringify(state),
  columns: columns && JSON.stringify(columns),
})

async function add(db: Kysely<Database>, person: Person, view: Given): Promise<number> {
  const { n } = await db
    .selectFrom('list_view')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', person.id)
    .where('list', '=', view.list)
    .executeTakeFirstOrThrow()
  if (n >= MOST) throw new Refusal(409, 'refusals:too_many_views', { figures: { most: MOST } })
  const { id } = await db
    .insertInto('list_view')
    .values({ ...columnsOf(view), list: view.list, user_id: person.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function change(db: Kysely<Database>, person: Person, id: number, view: Given): Promise<number> {
  const changed = await db
    .updateTable('list_view')
    .set({ ...columnsOf(view), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('list', '=', view.list)
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!changed.numUpdatedRows) throw notFound()
  return id
}

/** Those that the person sees: their own first, then what others share, by name. */
async function viewsOf(db: Kysely<Database>, person: Person, only: { list?: string; id?: number }) {
  const rows = await db
    .selectFrom('list_view as v')
    .innerJoin('users', 'users.id', 'v.user_id')
    .select(['v.id', 'v.name', 'v.shared', 'v.state', 'v.columns', 'v.user_id', 'users.name as by'])
    .select([named('role_id', 'list_view_role').as('role_ids'), named('user_id', 'list_view_user').as('user_ids')])
    .where((where) => where.or([where('v.user_id', '=', person.id), sharedWith(person)]))
    .$if(only.list !== undefined, (query) => query.where('v.list', '=', only.list as string))
    .$if(only.id !== undefined, (query) => query.where('v.id', '=', only.id as number))
    .orderBy(sql`v.user_id <> ${person.id}`)
    .orderBy('v.name')
    .execute()
  return rows.map(({ user_id, ...view }): ListView => {
    const own = user_id === person.id
    return { ...view, own, ...(!own && { role_ids: [], user_ids: [] }) }
  })
}

const named = (column: 'role_id' | 'user_id', table: 'list_view_role' | 'list_view_user') =>
  sql<number[]>`array(select ${sql.ref(column)} from ${sql.table(table)} where view_id = v.id order by 1)`
