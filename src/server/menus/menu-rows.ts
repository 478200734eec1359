import { sql } from 'kysely'
import type { MenuNode } from '../../shared/endpoints/shell.ts'
import type { Menu } from '../../shared/entities/menu.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { titlesOf } from '../kit/menu-title.ts'

/** An entry of the menu as it is kept. */
export type MenuRow = Omit<Menu, 'parent'> & {
  api_list: { code: string; url: string }[]
  /** How many roles carry it. */
  roles: number
}

/** Every entry, those that stand under the same one in their order. */
export async function menuRows({ db }: Pick<Context, 'db'>): Promise<MenuRow[]> {
  const { rows } = await sql<MenuRow & { seed: unknown }>`
    select m.*, (select count(*) from role_menu rm where rm.menu_id = m.id) as roles
    from menu m order by m.sort, m.id`.execute(db)
  return rows.map(({ seed: _, ...row }) => row)
}

/** What the specification says of an entry beside its fields. */
export function metaOf(row: MenuRow, language: Language): MenuNode['meta'] {
  const { icon, type, hidden, hide_breadcrumb, affix, fullpage, active } = row
  return { ...titlesOf(row, language), icon, type, hidden, hideBreadcrumb: hide_breadcrumb, affix, fullpage, active }
}
