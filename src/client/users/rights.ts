import type { userRights } from '../../shared/endpoints/people.ts'
import type { MenuNode } from '../../shared/endpoints/shell.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Titles } from '../kit/i18n/menu-title.ts'

type Rights = Data<typeof userRights>

/** One thing that someone may do, with where it comes from. */
export interface Right {
  code: string
  /** What the menu calls it; none for a code that the viewer's menu does not hold. */
  titles: Titles | null
  roles: string[]
  added: boolean
  removed: boolean
}

export interface RightsGroup {
  key: string
  /** The page; null for what stands on none. */
  titles: Titles | null
  rights: Right[]
}

interface Page {
  key: string
  titles: Titles
  codes: { code: string; titles: Titles }[]
}

/** The pages of a menu, each with the codes that it and its buttons ask for. */
function pagesOf(nodes: readonly MenuNode[]): Page[] {
  return nodes.flatMap((node) => {
    const buttons = node.children.filter(({ type }) => type === 'button')
    const own = [node, ...buttons].flatMap(({ permission, meta }) =>
      permission ? [{ code: permission, titles: meta }] : [],
    )
    const below = pagesOf(node.children.filter(({ type }) => type !== 'button'))
    return own.length > 0 ? [{ key: node.name, titles: node.meta, codes: own }, ...below] : below
  })
}

/** What someone may do, page by page in the menu's order; what has no page stands last. */
export function rightsByPage({ permissions, removed }: Rights, menu: readonly MenuNode[]): RightsGroup[] {
  const rights = new Map<string, Omit<Right, 'titles'>>(
    permissions.map(({ code, roles, added }) => [
      code,
      { code, roles: roles.map(({ title }) => title), added, removed: false },
    ]),
  )
  for (const code of removed) if (!rights.has(code)) rights.set(code, { code, roles: [], added: false, removed: true })
  const seen = new Set<string>()
  const groups = pagesOf(menu).map(({ key, titles, codes }): RightsGroup => {
    const here = codes.flatMap(({ code, titles }) => {
      const right = rights.get(code)
      if (!right || seen.has(code)) return []
      seen.add(code)
      return [{ ...right, titles }]
    })
    return { key, titles, rights: here }
  })
  const others = [...rights.values()].filter(({ code }) => !seen.has(code) && code !== '*')
  const rest = { key: '', titles: null, rights: others.map((right) => ({ ...right, titles: null })) }
  return [...groups, rest].filter(({ rights }) => rights.length > 0)
}
