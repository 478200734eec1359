import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { version } from '../../../package.json'
import { LANGUAGE_NAMES, LANGUAGES, type Language, switchLanguage } from '../kit/i18n/i18n.ts'
import { menuAtom, personAtom } from '../kit/session/session.ts'
import { type ThemeChoice, themeChoice } from '../kit/theme/theme.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon, type IconName, isIcon } from '../kit/ui/icon.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Segments } from '../kit/ui/tabs.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './me-page.module.css'
import { menuGroups } from './menu/menu-entries.ts'
import { useMenuTitle } from './menu/use-menu.ts'
import { installAtom } from './pwa.ts'
import { initialsOf } from './shell/initials.ts'
import shell from './shell/shell.module.css'
import { signOut } from './sign-out.ts'

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark']

function MenuLists() {
  const menu = useAtomValue(menuAtom)
  const titled = useMenuTitle()
  return menuGroups(menu).map((group) => (
    <section key={group.key}>
      {group.title && <h2 className={css.heading}>{titled(group.title)}</h2>}
      <Card flush className={css.list ?? ''}>
        {group.entries.map((entry) => {
          const inside = (
            <>
              <Icon name={isIcon(entry.icon) ? entry.icon : 'list'} />
              <span className="grow">{titled(entry.title)}</span>
              <Icon name={entry.href ? 'link' : 'right'} size={16} />
            </>
          )
          return entry.href ? (
            <a key={entry.key} className={css.item} href={entry.href} target="_blank" rel="noreferrer">
              {inside}
            </a>
          ) : (
            <Link key={entry.key} className={css.item} to={entry.to ?? '/'}>
              {inside}
            </Link>
          )
        })}
      </Card>
    </section>
  ))
}

function Press({ icon, onPress, children }: { icon: IconName; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.item} onClick={onPress}>
      <Icon name={icon} />
      <span className="grow">{children}</span>
    </button>
  )
}

function Settings() {
  const { t, i18n } = useTranslation('shell')
  const [theme, setTheme] = useAtom(themeChoice)
  const install = useAtomValue(installAtom)
  return (
    <Card flush className={css.list ?? ''}>
      <div className={css.item}>
        <Icon name="globe" />
        <span className="grow">{t('language')}</span>
        <Segments
          label={t('language')}
          options={LANGUAGES.map((key) => ({ key, label: LANGUAGE_NAMES[key] }))}
          value={i18n.language as Language}
          onChange={(language) => void switchLanguage(language)}
        />
      </div>
      <div className={css.item}>
        <Icon name="moon" />
        <span className="grow">{t('theme.title')}</span>
        <Segments
          label={t('theme.title')}
          options={THEMES.map((key) => ({ key, label: t(`theme.${key}`) }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
      {install && (
        <Press icon="download" onPress={() => void install.ask()}>
          {t('person.install')}
        </Press>
      )}
      <Press icon="exit" onPress={() => void signOut()}>
        {t('person.sign_out')}
      </Press>
    </Card>
  )
}

/** Who is signed in, the rest of the menu and the settings of this device. */
export function MePage() {
  const { t } = useTranslation('shell')
  const wide = useWide()
  const user = useAtomValue(personAtom)?.user
  const name = user?.name || user?.userName || ''
  return (
    <Page title={t('me.title')}>
      <Card>
        <div className={css.who}>
          <span className={shell.avatar}>{initialsOf(name)}</span>
          <div>
            <b>{name}</b>
            <br />
            <small>{[user?.userName, ...(user?.role ?? [])].join(' · ')}</small>
          </div>
        </div>
      </Card>
      {!wide && <MenuLists />}
      <h2 className={css.heading}>{t('me.settings')}</h2>
      <Settings />
      <small>{t('person.version', { version })}</small>
    </Page>
  )
}
