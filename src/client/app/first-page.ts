import i18next from 'i18next'
import { readToken } from '../kit/session/token.ts'
import { isWide } from '../kit/ui/use-wide.ts'

/**
 * Whatever page a signed-in person opens needs these: asked for at once they come together, not one after the other.
 * One that fails is asked for again, and its failure shown, where it is used.
 */
export function fetchFirstPage() {
  if (!readToken()) return
  void Promise.allSettled([
    import('./layout.tsx'),
    import('./menu-pages.tsx'),
    isWide() ? import('./shell/wide-shell.tsx') : import('./shell/phone-shell.tsx'),
    i18next.loadNamespaces(['shell', 'menu', 'entities', 'offline']),
  ])
}
