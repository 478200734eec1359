import type { Kysely } from 'kysely'
import type { ShownWall, WallPage } from '../../shared/endpoints/wall.ts'
import { isWidget, widgetOf } from '../../shared/widgets/index.ts'
import { BUILT_IN, COLUMNS, type Placed, permitted } from '../../shared/widgets/layout.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, type Person } from '../kit/person.ts'
import type { WallPorts } from './ports.ts'

type Db = Kysely<Database>

/** What a screen is to show, as far as its role goes; a page of which nothing is left is none. */
export async function wallOf(db: Db, person: Person, ports: WallPorts): Promise<ShownWall | null> {
  const display = await db
    .selectFrom('wall_display')
    .select(['id', 'name', 'dashboard', 'widgets', 'seconds', 'language', 'theme'])
    .where('id', '=', person.wall ?? 0)
    .executeTakeFirst()
  if (!display) return null
  const { name, seconds, language, theme } = display
  const pages = (await pagesOf(db, display, ports))
    .map((page) => ({ ...page, widgets: permitted(page.widgets, (permission) => may(person, permission)) }))
    .filter(({ widgets }) => widgets.length > 0)
  const permissions = [...person.permissions]
  return { name, seconds, language, theme: theme as ShownWall['theme'], permissions, pages, version: ports.version }
}

interface Turned {
  id: number
  dashboard: boolean
  widgets: readonly string[] | null
}

async function pagesOf(db: Db, { id, dashboard, widgets }: Turned, ports: WallPorts): Promise<WallPage[]> {
  const roles = await db
    .selectFrom('wall_display_layout as w')
    .innerJoin('role as r', 'r.id', 'w.layout_id')
    .select(['r.id', 'r.name'])
    .where('w.wall_display_id', '=', id)
    .orderBy('r.sort')
    .orderBy('r.id')
    .execute()
  const pages: WallPage[] = []
  if (dashboard) {
    const kept = (await ports.layoutOf(db, 'everybody')) ?? BUILT_IN
    pages.push({ id: 'everybody', of: 'everybody', title: null, widgets: [...kept] })
  }
  for (const role of roles) {
    const kept = await ports.layoutOf(db, { role_id: role.id })
    if (kept) pages.push({ id: `role-${role.id}`, of: 'role', title: role.name, widgets: kept })
  }
  for (const key of widgets ?? []) if (isWidget(key)) pages.push(pageOf(key))
  return pages
}

/** One widget alone, as wide as it comes. */
function pageOf(key: Parameters<typeof widgetOf>[0]): WallPage {
  const { w, h } = widgetOf(key).size
  const placed: Placed = { id: key, widget: key, x: 0, y: 0, w: Math.min(w, COLUMNS), h, settings: {} }
  return { id: `widget-${key}`, of: 'widget', title: null, widgets: [placed] }
}
