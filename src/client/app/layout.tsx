import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { asFailure } from '../kit/api/failure.ts'
import { useDictionaries } from '../kit/dictionaries/use-dictionaries.ts'
import { useLoadedProduct } from '../kit/session/product.ts'
import { endSession, lastEnding, personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { readToken } from '../kit/session/token.ts'
import { Button } from '../kit/ui/button.tsx'
import { lazy } from '../kit/ui/lazy.ts'
import { lazyAside } from '../kit/ui/lazy-part.tsx'
import { Empty, ErrorBox } from '../kit/ui/states.tsx'
import { isWide, useWide } from '../kit/ui/use-wide.ts'
import { useOpenPath } from '../push/open-path.ts'
import { usePerson } from './load-person.ts'
import { routeAt } from './menu/routes.ts'
import { landingAtom, useRoutesOfMenu } from './menu/use-menu.ts'
import { Overlays } from './overlays.tsx'
import { useNoteRecent } from './search/use-note-recent.ts'
import { besideAtom } from './shell/beside-atom.ts'
import { ShellSkeleton } from './shell/page-skeleton.tsx'
import { signOut } from './sign-out.ts'
import { startSignedIn } from './signed-in.ts'

const WideShell = lazy(() => import('./shell/wide-shell.tsx').then((module) => ({ default: module.WideShell })))
const PhoneShell = lazy(() => import('./shell/phone-shell.tsx').then((module) => ({ default: module.PhoneShell })))
/** Loads the shell of this width before it is shown. */
export const bringShell = () => (isWide() ? WideShell : PhoneShell).bring()

const FullPage = lazy(() => import('./shell/full-page.tsx').then((module) => ({ default: module.FullPage })))
const AppBadge = lazyAside(() => import('../push/app-badge.tsx').then((module) => ({ default: module.AppBadge })))
const OpenHere = lazyAside(() => import('../offline/open-here.tsx').then((module) => ({ default: module.OpenHere })))
const WaitingHere = lazyAside(() =>
  import('../offline/waiting-here.tsx').then((module) => ({ default: module.WaitingHere })),
)

/** `/` leads to where this person lands. */
export function Landing() {
  return <Navigate to={useAtomValue(landingAtom)} replace />
}

function NoMenus() {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <Empty icon="warning" text={t('no_menus')}>
      <Button icon="exit" onClick={() => void signOut()}>
        {t('person.sign_out')}
      </Button>
    </Empty>
  )
}

/** Someone is signed in, but who cannot be asked, and what the device keeps of them opens with the server's key only. */
function Unknown({ query }: { query: ReturnType<typeof usePerson> }) {
  const silent = asFailure(query.error).kind === 'silent'
  return (
    <main className="page">
      {silent && (
        <Suspense fallback={null}>
          <WaitingHere locked />
          <OpenHere />
        </Suspense>
      )}
      <ErrorBox error={query.error} onRetry={query.refetch} />
    </main>
  )
}

/** What goes on beside every page. By itself: what it hears of is no reason to draw the page again. */
function Beside() {
  useOpenPath()
  useLoadedProduct()
  useNoteRecent()
  useDictionaries(true)
  return null
}

/** Of a person whose token ended, or was taken, while the page was open: the sign-in page says so. */
function Lost() {
  useEffect(() => {
    // Who goes to the sign-in page then listens to where one is by now.
    const soon = setTimeout(() => endSession('expired'))
    return () => clearTimeout(soon)
  }, [])
  return null
}

/** Everything that needs someone signed in. */
export function Layout() {
  const { pathname, search } = useLocation()
  const wide = useWide()
  const routes = useRoutesOfMenu()
  const person = useAtomValue(personAtom)
  const beside = useAtomValue(besideAtom)
  const token = readToken()
  // Once, and before the first page asks for anything: its pages are loaded on the sign-in page already.
  if (token) startSignedIn()
  const query = usePerson(token !== null)
  if (!token && person) return <Lost />
  if (!token) {
    // Anyone who signed out has left: where they were is nothing for who comes next.
    const back = pathname === '/' || lastEnding() === 'signed_out' ? '' : `?to=${encodeURIComponent(pathname + search)}`
    return <Navigate to={`/login${back}`} replace />
  }
  if (!person) return query.isError ? <Unknown query={query} /> : <ShellSkeleton />
  if (person.menu.length === 0) return <NoMenus />
  const bare = routeAt(routes, pathname)?.node.meta.fullpage
  const Shell = bare ? FullPage : wide ? WideShell : PhoneShell
  return (
    <>
      <Beside />
      <Shell />
      <Suspense fallback={null}>
        <Overlays />
        <AppBadge />
      </Suspense>
      {beside && <beside.Prompts />}
    </>
  )
}
