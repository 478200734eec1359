import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MenuNode } from '../../shared/endpoints/shell.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { may, type Person } from '../kit/person.ts'
import { type MenuRow, menuRows, metaOf } from './menu-rows.ts'

export interface UserMenu {
  menu: MenuNode[]
  /** Another one as soon as anything of the menu or of the person's rights is. */
  version: string
}

type Asked = Pick<Context, 'db' | 'language'>

/** What a person's menu is made of. */
export interface MenuParts {
  /** The entries that roles carry, or give by their codes, and what was said for this person alone. */
  given: readonly number[]
  /** Another one as soon as an entry is another, or what is given of them, or the person's rights or language. */
  key: string
}

/** Found without reading the menu: anyone who has it as it is need not be sent it again. */
export async function menuParts(person: Person, { db, language }: Asked): Promise<MenuParts> {
  // Each write of a row has a number of its own (xmin), no matter who writes.
  const { rows } = await sql<{ entries: string; given: number[] }>`
    with theirs as (
      select r.id, r.permissions from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = ${person.id} and r.status = 'normal')
    select (select md5(string_agg(concat(id, ' ', xmin), ',' order by id)) from menu) as entries, array(
      select m.id from menu m left join user_route a on a.menu_id = m.id and a.user_id = ${person.id}
      where a.effect = 'add' or a.effect is null and (
        exists (select from theirs t where '*' = any(t.permissions) or m.permission = any(t.permissions))
        or exists (select from theirs t join role_menu rm on rm.role_id = t.id where rm.menu_id = m.id))
      order by m.id) as given`.execute(db)
  const { entries = '', given = [] } = rows[0] ?? {}
  return { given, key: hashOf([entries, given, language, person.permissions, person.roles]) }
}

/** The part of the menu that a person has, as the console reads it. */
export async function menuOf(person: Person, { given }: MenuParts, { db, language }: Asked): Promise<UserMenu> {
  const rows = await menuRows({ db })
  const carried = new Set(given)
  const theirs = new Set(
    rows.filter(({ id, permission }) => carried.has(id) && (permission === null || may(person, permission))),
  )
  const shown = rows.filter((row) => theirs.has(row))
  return { menu: under(0, { rows, theirs, language }), version: versionOf(shown, person) }
}

interface Shown {
  rows: readonly MenuRow[]
  theirs: ReadonlySet<MenuRow>
  language: Language
}

function under(parent: number, shown: Shown): MenuNode[] {
  return shown.rows
    .filter(({ parent_id }) => (parent_id ?? 0) === parent)
    .flatMap((row) => {
      const children = row.type === 'button' ? [] : under(row.id, shown)
      const pages = children.filter(({ type }) => type !== 'button')
      if (shown.theirs.has(row) && leads(row)) return [nodeOf(row, children, shown.language)]
      // A group, or a page that is not theirs, shows for what lies in it.
      return pages.length ? [nodeOf({ ...row, path: null, component: null }, pages, shown.language)] : []
    })
}

const leads = ({ type, path, url }: MenuRow) => type === 'button' || path !== null || url !== null

function nodeOf(row: MenuRow, children: MenuNode[], language: Language): MenuNode {
  const { id, parent_id, name, path, component, type, sort, permission, url, api_list } = row
  const place = { id, parentId: parent_id ?? 0, name, path, component, type, sort, permission, url, apiList: api_list }
  return { ...place, meta: metaOf(row, language), children }
}

function versionOf(shown: readonly MenuRow[], { permissions, roles }: Person): string {
  const told = shown.map(({ roles: _, updated_at: __, ...row }) => row)
  return hashOf([told, permissions, roles]).slice(0, 12)
}

export const hashOf = (of: unknown): string => createHash('sha256').update(JSON.stringify(of)).digest('base64url')
