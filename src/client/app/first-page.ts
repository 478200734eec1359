import i18next from 'i18next'
import { FIRST_WORDS } from '../kit/i18n/first-words.ts'
import { readToken } from '../kit/session/token.ts'
import { isWide } from '../kit/ui/use-wide.ts'
import { whenIdle } from '../kit/ui/when-idle.ts'

/** Where most land, and where someone beside a pile begins: there the rest comes later. As the menu has them when it is new. */
const FIRST = /^\/(dashboard|monitor\/alarm)?$/

/** Whatever page a signed-in person opens needs these: asked for at once they come together, not one after the other. */
const signedInParts = () =>
  Promise.allSettled([
    import('./layout.tsx'),
    import('./menu-pages.tsx'),
    import('./opened-page.ts'),
    isWide() ? import('./shell/wide-shell.tsx') : import('./shell/phone-shell.tsx'),
    i18next.loadNamespaces(FIRST_WORDS['signed-in']),
    isWide() && i18next.loadNamespaces(FIRST_WORDS.wide),
    // What names the files of all other pages, and of their words.
    ...(FIRST.test(location.pathname) ? [] : [import('./extras.ts'), import('../kit/i18n/more-words.ts')]),
  ])

/** Loads what the first page is made of. What fails is asked for again, and its failure shown, where it is used. */
export function fetchFirstPage() {
  if (readToken()) void signedInParts()
  else if (location.pathname === '/login') import('../sign-in/sign-in.tsx').catch(() => {})
}

/** Loads what follows the sign-in page while someone types there. Most land on the dashboard. */
export const fetchAhead = () =>
  whenIdle(
    () =>
      void Promise.allSettled([
        signedInParts(),
        import('./screens.ts').then(({ screens }) => screens.dashboard?.load()),
      ]),
  )
