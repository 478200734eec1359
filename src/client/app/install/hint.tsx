import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { useAtomValue } from '../../kit/session/store.ts'
import { lazyAside } from '../../kit/ui/lazy-part.tsx'
import { landingAtom } from '../menu/use-menu.ts'
import { useInstallHint } from './use-install.ts'

const InstallHint = lazyAside(() => import('./install-hint.tsx').then((module) => ({ default: module.InstallHint })))

/** Where one begins, and never over a page. */
export function Hint() {
  const { pathname } = useLocation()
  const landing = useAtomValue(landingAtom)
  const way = useInstallHint()
  if (!way || pathname !== landing) return null
  return (
    <Suspense fallback={null}>
      <InstallHint way={way} />
    </Suspense>
  )
}
