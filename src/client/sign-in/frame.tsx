import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName } from '../../shared/kit/languages.ts'
import { useLanguageItems } from '../kit/i18n/use-language-items.ts'
import { useLoadedProduct, useWindowTitle } from '../kit/session/product.ts'
import { useAtomValue, useSetAtom } from '../kit/session/store.ts'
import { darkTheme, themeChoice } from '../kit/theme/theme.ts'
import { Button } from '../kit/ui/button.tsx'
import { lazyAside } from '../kit/ui/lazy-part.tsx'
import { MenuButton } from '../kit/ui/menu.tsx'
import { OUTBOX_DATABASE } from '../offline/background-sync.ts'
import { useOnline } from '../offline/use-online.ts'
import css from './sign-in.module.css'
import { Brand, Tagline } from './tagline.tsx'

const WaitingHere = lazyAside(() =>
  import('../offline/waiting-here.tsx').then((module) => ({ default: module.WaitingHere })),
)

/** Whether there is anything to say of the network or of answers that wait: a device on which nobody signed in keeps none. */
function useMayWait(): boolean {
  const online = useOnline()
  const [used, setUsed] = useState(false)
  useEffect(() => {
    const there = globalThis.indexedDB?.databases?.().then((all) => all.some(({ name }) => name === OUTBOX_DATABASE))
    // A browser that cannot tell may have one.
    Promise.resolve(there ?? true).then(setUsed, () => {})
  }, [])
  return used || !online
}

function Head({ title }: { title: string }) {
  const { t, i18n } = useTranslation(['sign_in', 'shell'])
  const dark = useAtomValue(darkTheme)
  const choose = useSetAtom(themeChoice)
  const languages = useLanguageItems()
  const language = languageName(i18n.language)
  return (
    <div className={css.head}>
      <h1>{title}</h1>
      <span className="row">
        <MenuButton look="quiet" size="small" icon="globe" label={`${t('language')}: ${language}`} items={languages}>
          {language}
        </MenuButton>
        <Button
          look="quiet"
          size="small"
          icon={dark ? 'sun' : 'moon'}
          label={t(dark ? 'shell:theme.to_light' : 'shell:theme.to_dark')}
          onClick={() => choose(dark ? 'light' : 'dark')}
        />
      </span>
    </div>
  )
}

/** What the pages of anyone who is not signed in have in common. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('sign_in')
  useLoadedProduct()
  useWindowTitle(title)
  const mayWait = useMayWait()
  return (
    <div className={css.page}>
      <Tagline />
      <main className={css.side}>
        <div className={css.box}>
          <Brand />
          <Head title={title} />
          {mayWait && (
            <Suspense fallback={null}>
              <WaitingHere />
            </Suspense>
          )}
          {children}
          <small className={css.maker}>{t('maker')}</small>
        </div>
      </main>
    </div>
  )
}
