import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCHED, search } from '../../../shared/endpoints/shell.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useMenuTitle } from '../../kit/i18n/menu-title.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import type { IconName } from '../../kit/ui/icon.tsx'
import { isIcon } from '../../kit/ui/more-icon.tsx'
import { useLate } from '../../offline/use-late.ts'
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
  alarm: 'bell',
  work_order: 'wrench',
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
  const { spelled, said } = useSpelled(routes.map(({ node }) => titled(node.meta)))
  return routes
    .map((route) => ({ route, title: titled(route.node.meta) }))
    .filter(({ title }) => holds({ words: [title], spelled: spelled(title) }, keyword))
    .slice(0, PAGES_AT_MOST)
    .map(({ route, title }) => ({
      key: route.path,
      to: route.path,
      title,
      icon: iconOf(route),
      detail: '',
      kind: '',
      said: said(title, keyword),
    }))
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

/** Records that the server finds, by kind. */
function useRecords(asked: string) {
  const { t } = useTranslation(['entities', 'alarms'])
  const query = useCall(search, { keyword: asked }, { entities: [], enabled: asked !== '', keepLast: true })
  const recordPath = useRecordPath()
  const all = (asked ? query.data?.records : null) ?? []
  const groups = SEARCHED.map((name): Group => {
    const found = all.flatMap(({ entity, id, title, detail, said }): Found[] => {
      const to = entity === name ? recordPath(entity, id) : null
      if (!to) return []
      // An alarm is called by its code, which people read in words.
      const word = entity === 'alarm' ? t(`alarms:codes.${title}`, { defaultValue: title }) : title
      const more = word === title ? detail : [title, detail].filter(Boolean).join(' · ')
      return [{ key: `${entity} ${id}`, icon: ICONS[name], title: word, detail: more, kind: '', to, said }]
    })
    return { key: name, title: t(`${name}.many`), found }
  })
  return { query, groups, isMore: (asked !== '' && query.data?.more) ?? false }
}

/** What is offered for what is typed, group by group; what was opened last while nothing is, and while the server does not answer. */
export function useGroups(keyword: string, complete: (keyword: string) => void) {
  const { t } = useTranslation('search')
  const typed = keyword.trim()
  const asked = useDeferredValue(typed)
  const { query, groups: records, isMore } = useRecords(asked)
  const isSilent = asked !== '' && query.isError && query.error.kind === 'silent'
  const isAway = useLate(asked, asked !== '' && query.isFetching) || isSilent
  const recent = useRecent()
  const pages = usePages(typed)
  const fresh = useNew(typed)
  const { commands, isPending, isMeant } = useActions(typed, complete)
  const actions = (found: readonly Found[]): Group => ({ key: 'actions', title: t('actions'), found })
  const all: Group[] = typed
    ? [
        ...(isMeant ? [actions([...commands, ...fresh])] : []),
        { key: 'pages', title: t('pages'), found: pages },
        ...(isMeant ? [] : [actions([...commands, ...fresh])]),
        ...(isAway ? [{ key: 'recent', title: t('recent'), found: recent.filter(isTyped(typed, pages)) }] : records),
      ]
    : [{ key: 'recent', title: t('recent'), found: recent }]
  const groups = all.filter(({ found }) => found.length > 0)
  const isLate = isPending || (asked !== '' && query.isPending) || asked !== typed
  return { groups, query, asked, isMore, isSilent, isPending: isLate }
}

/** What was opened last and is called so, but for what stands among the pages. */
const isTyped =
  (typed: string, pages: readonly Found[]) =>
  ({ title, to }: Found): boolean =>
    title.toLowerCase().includes(typed.toLowerCase()) && pages.every((page) => page.to !== to)
