import { useTranslation } from 'react-i18next'
import { languageName } from '../../shared/kit/languages.ts'
import { useLanguageItems } from '../kit/i18n/use-language-items.ts'
import { layoutAtom } from '../kit/session/layout.ts'
import { useAtom } from '../kit/session/store.ts'
import { type ThemeChoice, themeChoice } from '../kit/theme/theme.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { MenuButton } from '../kit/ui/menu.tsx'
import { Segments } from '../kit/ui/tabs.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './user-centre.module.css'

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark']

const COLLAPSED = { room: null, words: false, icons: true } as const
type Menu = keyof typeof COLLAPSED
const MENUS = Object.keys(COLLAPSED) as Menu[]
const menuOf = (collapsed: boolean | null): Menu => MENUS.find((menu) => COLLAPSED[menu] === collapsed) ?? 'room'

/** The language, the theme and the layout of the console. */
export function PreferencesCard() {
  const { t, i18n } = useTranslation(['user_centre', 'shell'])
  const [theme, setTheme] = useAtom(themeChoice)
  const [layout, setLayout] = useAtom(layoutAtom)
  const wide = useWide()
  return (
    <Card title={t('preferences.title')}>
      <div className={css.choice}>
        <Icon name="globe" />
        <span className="grow">
          {t('preferences.language')}
          <small>{t('preferences.language_hint')}</small>
        </span>
        <MenuButton size="small" icon="globe" label={t('preferences.language')} items={useLanguageItems()}>
          {languageName(i18n.language)}
        </MenuButton>
      </div>
      <div className={css.choice}>
        <Icon name="moon" />
        <span className="grow">{t('preferences.theme')}</span>
        <Segments
          label={t('preferences.theme')}
          options={THEMES.map((key) => ({ key, label: t(`shell:theme.${key}`) }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
      {wide && (
        <>
          <div className={css.choice}>
            <Icon name="panel" />
            <span className="grow">{t('preferences.menu')}</span>
            <Segments
              label={t('preferences.menu')}
              options={MENUS.map((key) => ({ key, label: t(`preferences.menu_${key}`) }))}
              value={menuOf(layout.collapsed)}
              onChange={(menu) => setLayout({ collapsed: COLLAPSED[menu] })}
            />
          </div>
          <div className={css.choice}>
            <Icon name="window" />
            <span className="grow">{t('preferences.tabs')}</span>
            <Segments
              label={t('preferences.tabs')}
              options={(['shown', 'hidden'] as const).map((key) => ({ key, label: t(`preferences.tabs_${key}`) }))}
              value={layout.tabs ? 'shown' : 'hidden'}
              onChange={(tabs) => setLayout({ tabs: tabs === 'shown' })}
            />
          </div>
        </>
      )}
    </Card>
  )
}
