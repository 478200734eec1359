import type { MenuEntry, menuAdd, menuMove, menuUpdate } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import { audit, difference } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { overtaken } from '../kit/crud/overtaken.ts'
import { insertRecord, updateRecord } from '../kit/crud/writes.ts'
import { notFound } from '../kit/refusal.ts'
import { checkEntry, type Entry } from './check-entry.ts'
import { type MenuRow, menuRows } from './menu-rows.ts'
import { entryOf } from './menu-tree.ts'

const EMPTY = {
  parent_id: null,
  titles: null,
  path: null,
  url: null,
  component: null,
  permission: null,
}

export async function addEntry(draft: Parsed<typeof menuAdd>, context: Context): Promise<MenuEntry> {
  const { db } = context
  const entry = await checkEntry({ ...EMPTY, ...draft, title: null } as Entry, context, null)
  const id = await insertRecord(db, menu, { draft: { ...draft, ...entry }, by: context.person.id })
  await keepCalls(db, id, entry.api_list)
  return noted(id, null, context, 'create')
}

/** Refused with the entry as it is when another person changed it after it was read. */
export async function updateEntry(
  { id, version, ...change }: Parsed<typeof menuUpdate>,
  context: Context,
): Promise<MenuEntry> {
  const { db } = context
  const before = await lockedEntry(id, version, context)
  const entry = await checkEntry({ ...before, ...change } as Entry, context, before)
  await updateRecord(db, menu, { id, values: { ...change, ...entry } })
  await keepCalls(db, id, entry.api_list)
  return noted(id, before, context, 'update')
}

/** Those beside it are numbered anew; only what moves is a change of its own. */
export async function moveEntry(asked: Parsed<typeof menuMove>, context: Context): Promise<MenuEntry> {
  const { db } = context
  const { id, parent_id, place, version } = asked
  const before = await lockedEntry(id, version, context)
  await checkEntry({ ...before, parent_id }, context, before)
  await updateRecord(db, menu, { id, values: { parent_id } })
  const beside = (await menuRows({ db })).filter((row) => row.parent_id === parent_id && row.id !== id)
  const order = [...beside.slice(0, place), { id, sort: -1 }, ...beside.slice(place)]
  for (const [sort, row] of order.entries())
    if (row.sort !== sort) await db.updateTable('menu').set({ sort }).where('id', '=', row.id).execute()
  return noted(id, before, context, 'move')
}

async function lockedEntry(id: number, version: number, context: Context): Promise<MenuRow> {
  const { db } = context
  await db.selectFrom('menu').select('id').where('id', '=', id).forUpdate().execute()
  const row = (await menuRows({ db })).find((each) => each.id === id)
  if (!row) throw notFound()
  if (version !== row.version) throw await overtaken(menu, row as unknown as Parameters<typeof overtaken>[1], context)
  return row
}

const keepCalls = (db: Context['db'], id: number, api_list: Entry['api_list']) =>
  db
    .updateTable('menu')
    .set({ api_list: JSON.stringify(api_list) })
    .where('id', '=', id)
    .execute()

async function noted(id: number, before: MenuRow | null, context: Context, action: string): Promise<MenuEntry> {
  const rows = await menuRows(context)
  const kept = rows.find((row) => row.id === id)
  if (!kept) throw notFound()
  const change = before ? difference({ ...before }, { ...kept }) : { before: null, after: { ...kept } }
  await audit(context.db, context, { action, entity: 'menu', entity_id: id, ...change })
  return entryOf(kept, { children: [], rows, language: context.language })
}
