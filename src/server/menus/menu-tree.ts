import type { MenuEntry } from '../../shared/endpoints/menus.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { type MenuRow, menuRows, metaOf } from './menu-rows.ts'

/** The whole menu, for anyone who arranges it. */
export async function menuTree({ db, language }: Context): Promise<MenuEntry[]> {
  const rows = await menuRows({ db })
  const under = (parent: number): MenuEntry[] =>
    rows
      .filter(({ parent_id }) => (parent_id ?? 0) === parent)
      .map((row) => entryOf(row, { children: under(row.id), rows, language }))
  return under(0)
}

interface Place {
  children: MenuEntry[]
  rows: readonly MenuRow[]
  language: Language
}

/** An entry with what lies in it, among all of them. */
export function entryOf(row: MenuRow, { children, rows, language }: Place): MenuEntry {
  const parent = rows.find(({ id }) => id === row.parent_id)
  return {
    ...row,
    parent: parent ? { id: parent.id, title: parent.name } : null,
    parentId: row.parent_id ?? 0,
    apiList: row.api_list,
    meta: metaOf(row, language),
    children,
  }
}
