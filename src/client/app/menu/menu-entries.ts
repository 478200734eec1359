import type { MenuNode } from '../../../shared/endpoints/shell.ts'
import type { Titles } from '../../kit/i18n/menu-title.ts'
import { routeOf } from './routes.ts'

/** One line of the navigation. */
export interface MenuEntry extends Titles {
  key: number
  icon: string | null
  /** Inside the console, or elsewhere. */
  to: string | null
  href: string | null
  deep: boolean
}

export interface MenuGroup {
  key: number
  /** None for entries that stand above all groups. */
  heading: Titles | null
  icon: string | null
  entries: MenuEntry[]
}

const titlesOf = ({ meta: { title, titles } }: MenuNode): Titles => ({ title, titles })
const seen = ({ type, meta }: MenuNode) => type !== 'button' && !meta.hidden

function entriesOf(node: MenuNode, deep: boolean): MenuEntry[] {
  const route = routeOf(node)
  const href = node.type === 'link' ? node.url : null
  const own: MenuEntry[] =
    route || href
      ? [{ key: node.id, ...titlesOf(node), icon: node.meta.icon, to: route?.path ?? null, href, deep }]
      : []
  return [...own, ...node.children.filter(seen).flatMap((child) => entriesOf(child, own.length > 0 || deep))]
}

/** The menu as people see it: entries with a heading over each group of them. */
export function menuGroups(menu: readonly MenuNode[]): MenuGroup[] {
  const groups = menu.filter(seen).map((node) => {
    const leads = routeOf(node) !== null || node.type === 'link'
    const entries = leads
      ? entriesOf(node, false)
      : node.children.filter(seen).flatMap((child) => entriesOf(child, false))
    return { key: node.id, heading: leads ? null : titlesOf(node), icon: node.meta.icon, entries }
  })
  return groups.filter(({ entries }) => entries.length > 0)
}
