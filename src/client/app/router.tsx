import { Suspense, useEffect } from 'react'
import {
  unstable_HistoryRouter as HistoryRouter,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useRoutes,
} from 'react-router-dom'
import { ScreenBoundary } from '../kit/api/screen-boundary.tsx'
import { readToken } from '../kit/session/token.ts'
import { Confirming } from '../kit/ui/confirm.tsx'
import { lazy } from '../kit/ui/lazy.ts'
import { holdOn } from '../kit/ui/navigation-blocker.ts'
import { tabHistory } from '../kit/ui/tab-history.ts'
import { Toaster } from '../kit/ui/toaster.tsx'
import { SET_UP } from '../sign-in/use-enter.ts'
import { fetchAhead } from './first-page.ts'
import { SessionEnd } from './session-end.tsx'
import { ShellSkeleton } from './shell/page-skeleton.tsx'

const SignIn = lazy(() => import('../sign-in/sign-in.tsx').then((module) => ({ default: module.SignIn })))
const Register = lazy(() => import('../sign-in/register.tsx').then((module) => ({ default: module.Register })))
const ResetPassword = lazy(() =>
  import('../sign-in/reset-password.tsx').then((module) => ({ default: module.ResetPassword })),
)
const SetUpSecondStep = lazy(() =>
  import('./set-up-second-step-page.tsx').then((module) => ({ default: module.SetUpSecondStepPage })),
)
const PublicLog = lazy(() => import('../protocol-log/public-log.tsx').then((module) => ({ default: module.PublicLog })))
const WallPage = lazy(() => import('./wall-page.tsx').then((module) => ({ default: module.WallPage })))
const Layout = lazy(() => import('./layout.tsx').then((module) => ({ default: module.Layout })))
const Landing = lazy(() => import('./layout.tsx').then((module) => ({ default: module.Landing })))
const MenuPages = lazy(() => import('./menu-pages.tsx').then((module) => ({ default: module.MenuPages })))

/** Loads what is around the pages of anyone who is signed in, before it is shown. */
export const bringLayout = () => Promise.all([Layout.bring(), Landing.bring(), MenuPages.bring()])

/** Pages for anyone who is not signed in: nothing of the console stands there while they come. */
const OUTSIDE = /^\/(login|user_register|reset_password|ocppLog|wall)(\/|$)/

/** Anyone who was just let in sees that their page is on its way. The sign-in itself is there at once. */
function Opening() {
  const { pathname } = useLocation()
  return readToken() && !OUTSIDE.test(pathname) && pathname !== SET_UP ? <ShellSkeleton /> : null
}

/** Stands beside the sign-in page, so its effect waits until that is there. */
function Ahead() {
  useEffect(fetchAhead, [])
  return null
}

/** Around every page, signed in or not. */
function Root() {
  return (
    <ScreenBoundary>
      <Suspense fallback={<Opening />}>
        <Outlet />
      </Suspense>
      <SessionEnd />
      <Confirming />
      <Toaster />
    </ScreenBoundary>
  )
}

const ROUTES: RouteObject[] = [
  {
    element: <Root />,
    children: [
      // A provider of single sign-on sends people back to /login/sso: the same page, which goes on.
      {
        path: '/login/sso?',
        element: (
          <>
            <SignIn />
            <Ahead />
          </>
        ),
      },
      { path: '/user_register', element: <Register /> },
      { path: '/reset_password', element: <ResetPassword /> },
      { path: SET_UP, element: <SetUpSecondStep /> },
      { path: '/ocppLog', element: <PublicLog /> },
      { path: '/wall', element: <WallPage /> },
      {
        element: <Layout />,
        children: [
          { index: true, element: <Landing /> },
          { path: '*', element: <MenuPages /> },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]

export const history = tabHistory(window, holdOn)

const Pages = () => useRoutes(ROUTES)

export function Router() {
  return (
    <HistoryRouter history={history}>
      <Pages />
    </HistoryRouter>
  )
}
