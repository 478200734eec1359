import { useAtomValue } from 'jotai'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCHED, search } from '../../../shared/endpoints/shell.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useMenuTitle } from '../../kit/i18n/menu-title.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { type IconName, isIcon } from '../../kit/ui/icon.tsx'
import { type MenuRoute, routeAt } from '../menu/routes.ts'
import { useRoutesOfMenu } from '../menu/use-menu.ts'
import type { Found, Group } from './found.ts'
import { recentAtom } from './recent.ts'
import { holds } from './said.ts'
import { useActions, useNew } from './use-actions.ts'
import { useSpelled } from './use-spelled.ts'

const ICONS: Record<(typeof SEARCHED)[number], IconName> = {
  pile: 'plug',
  order: 'receipt',
  customer: 'people',
  site: 'pin',
  card: 'card',
  merchant: 'store',
  user: 'person',
}
const isSearched = (name: string): name is (typeof SEARCHED)[number] => name in ICONS

const PAGES_AT_MOST = 5

const iconOf = ({ target, node: { meta } }: MenuRoute): IconName => {
  if (target.kind === 'entity' && isSearched(target.entity)) return ICONS[target.entity]
  return isIcon(meta.icon) ? meta.icon : 'list'
}

/** Pages of this person's menu, by their titles and how those are said. */
function usePages(keyword: string): Found[] {
  const titled = useMenuTitle()
  const routes = useRoutesOfMenu().filter(({ node }) => !node.meta.hidden)
  const spelled = useSpelled(routes.map(({ node }) => titled(node.meta)))
  return routes
    .map((route) => ({ route, title: titled(route.node.meta) }))
    .filter(({ title }) => holds({ words: [title], spelled: spelled(title) }, keyword))
    .slice(0, PAGES_AT_MOST)
    .map(({ route, title }) => ({ key: route.path, to: route.path, title, icon: iconOf(route), detail: '', kind: '' }))
}

/** What the person opened last, as far as the menu still holds it. */
function useRecent(): Found[] {
  const { t } = useTranslation('entities')
  const titled = useMenuTitle()
  const routes = useRoutesOfMenu()
  return useAtomValue(recentAtom).flatMap(({ path, title }): Found[] => {
    const route = routeAt(routes, path)
    if (!route) return []
    const { target, node } = route
    const kind = path !== route.path && target.kind === 'entity' ? t(`${target.entity}.one`) : ''
    return [
      { key: `recent ${path}`, to: path, title: title || titled(node.meta), detail: '', kind, icon: iconOf(route) },
    ]
  })
}

/** What is offered for what is typed, group by group; what was opened last while nothing is. */
export function useGroups(keyword: string, complete: (keyword: string) => void) {
  const { t } = useTranslation(['search', 'entities'])
  const typed = keyword.trim()
  const asked = useDeferredValue(typed)
  const query = useCall(search, { keyword: asked }, { entities: [], enabled: asked !== '', keepLast: true })
  const recordPath = useRecordPath()
  const recent = useRecent()
  const pages = usePages(typed)
  const fresh = useNew(typed)
  const { commands, isPending, isMeant } = useActions(typed, complete)
  const records = SEARCHED.map((name): Group => {
    const found = (asked ? (query.data ?? []) : []).flatMap(({ entity, id, title, detail }): Found[] => {
      const to = entity === name ? recordPath(entity, id) : null
      return to ? [{ key: `${entity} ${id}`, icon: ICONS[name], title, detail, kind: '', to }] : []
    })
    return { key: name, title: t(`entities:${name}.many`), found }
  })
  const actions = (found: readonly Found[]): Group => ({ key: 'actions', title: t('actions'), found })
  const all: Group[] = typed
    ? [
        ...(isMeant ? [actions([...commands, ...fresh])] : []),
        { key: 'pages', title: t('pages'), found: pages },
        ...(isMeant ? [] : [actions([...commands, ...fresh])]),
        ...records,
      ]
    : [{ key: 'recent', title: t('recent'), found: recent }]
  const groups = all.filter(({ found }) => found.length > 0)
  return { groups, query, asked, isPending: isPending || (asked !== '' && query.isPending) || asked !== typed }
}
