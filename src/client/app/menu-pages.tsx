import { type ComponentType, useMemo } from 'react'
import { type RouteObject, useLocation, useRoutes } from 'react-router-dom'
import { signInCode, wallCode } from '../../shared/domain/screen-code.ts'
import { withWords } from '../kit/i18n/with-words.ts'
import { rolesAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { lazy, type Part } from '../kit/ui/lazy.ts'
import { OUTBOX } from '../offline/offline-banner.tsx'
import { SHARE_PATH } from '../offline/shared-store.ts'
import { entityPages } from './entity-pages.tsx'
import { StartPage } from './install/start-page.tsx'
import { START, STARTS, startPath } from './install/start-with.ts'
import { type MenuRoute, routeAt } from './menu/routes.ts'
import { heldBy, type StaticPage } from './menu/static-pages.ts'
import { useRoutesOfMenu } from './menu/use-menu.ts'
import { OpenRecord } from './open-record.tsx'
import { screens } from './screens.ts'

const Framed = lazy(() => import('./framed.tsx').then((module) => ({ default: module.Framed })))
const MissingPage = lazy(() => import('./missing-page.tsx').then((module) => ({ default: module.MissingPage })))
const MePage = lazy(() =>
  withWords(['menu', 'taken_along'], () => import('./me-page.tsx').then((module) => ({ default: module.MePage }))),
)

const ConfirmScreen = lazy(() =>
  import('../sign-in/confirm-screen.tsx').then((module) => ({ default: module.ConfirmScreen })),
)

const LetIn = lazy(() => import('../dashboard/wall/let-in.tsx').then((module) => ({ default: module.LetIn })))

const UserCentrePage = lazy(() =>
  import('./user-centre-page.tsx').then((module) => ({ default: module.UserCentrePage })),
)
const TodosPage = lazy(() => import('../todos/todos-page.tsx').then((module) => ({ default: module.TodosPage })))

const WalkPage = lazy(() => import('../piles/walk/walk-page.tsx').then((module) => ({ default: module.WalkPage })))
const ChooseSitePage = lazy(() =>
  import('../piles/walk/choose-site-page.tsx').then((module) => ({ default: module.ChooseSitePage })),
)

const SharePage = lazy(() => import('./install/share-page.tsx').then((module) => ({ default: module.SharePage })))

const OutboxPage = lazy(() => import('./outbox-page.tsx').then((module) => ({ default: module.OutboxPage })))

/** The pages that no menu gives: everybody's own, as none of them says for which roles it is. */
const STATIC_PAGES: readonly StaticPage[] = [
  { path: '/me', element: <MePage /> },
  { path: '/usercenter', element: <UserCentrePage /> },
  { path: '/todo', element: <TodosPage /> },
  { path: SHARE_PATH, element: <SharePage /> },
  { path: START, element: <StartPage /> },
  ...STARTS.map((at) => ({ path: startPath(at), element: <StartPage at={at} /> })),
  { path: OUTBOX, element: <OutboxPage /> },
  { path: '/open/:entity/:id?', element: <OpenRecord /> },
  { path: '/walk', element: <ChooseSitePage /> },
  { path: '/walk/:id', element: <WalkPage /> },
  { path: signInCode.pathOf(':code'), element: <ConfirmScreen /> },
  { path: wallCode.pathOf(':code'), element: <LetIn /> },
]

type Load = () => Promise<ComponentType>

const made = new Map<Load, Part<ComponentType>>()

/** A screen's code comes when it is first shown; the same component each time, so that a new menu does not start it anew. */
export function lazily(load: Load): Part<ComponentType> {
  const found = made.get(load) ?? lazy(async () => ({ default: await load() }))
  made.set(load, found)
  return found
}

function screenPages(name: string, path: string): RouteObject[] {
  const screen = screens[name]
  if (!screen) return []
  const List = lazily(screen.load)
  const pages = Object.entries(screen.pages ?? {}).map(([under, load]) => {
    const Under = lazily(load)
    return { path: `${path}/${under}`, element: <Under /> }
  })
  return [{ path, element: <List /> }, ...pages]
}

function pagesOf({ path, target, node }: MenuRoute): RouteObject[] {
  if (target.kind === 'screen') return screenPages(target.screen, path)
  if (target.kind === 'entity') return entityPages(target.entity, path)
  return [{ path, element: <Framed address={target.address} titles={node.meta} /> }]
}

/** The pages that the person's menu holds, and those that everybody has. */
export function MenuPages() {
  const routes = useRoutesOfMenu()
  // Of a hundred entries one is shown: the router would look at the paths of all their pages each time.
  const route = routeAt(routes, useLocation().pathname)
  const roles = useAtomValue(rolesAtom)
  const pages = useMemo<RouteObject[]>(
    () => [
      ...(route ? pagesOf(route) : routes.flatMap(pagesOf)),
      ...heldBy(STATIC_PAGES, roles),
      { path: '*', element: <MissingPage /> },
    ],
    [route, routes, roles],
  )
  return useRoutes(pages)
}
