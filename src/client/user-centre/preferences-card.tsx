import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES, LANGUAGES, type Language, switchLanguage } from '../kit/i18n/i18n.ts'
import { type ThemeChoice, themeChoice } from '../kit/theme/theme.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Segments } from '../kit/ui/tabs.tsx'
import css from './user-centre.module.css'

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark']

/** The language and the theme of the console. */
export function PreferencesCard() {
  const { t, i18n } = useTranslation(['user_centre', 'shell'])
  const [theme, setTheme] = useAtom(themeChoice)
  return (
    <Card title={t('preferences.title')}>
      <div className={css.choice}>
        <Icon name="globe" />
        <span className="grow">
          {t('preferences.language')}
          <small>{t('preferences.language_hint')}</small>
        </span>
        <Segments
          label={t('preferences.language')}
          options={LANGUAGES.map((key) => ({ key, label: LANGUAGE_NAMES[key] }))}
          value={i18n.language as Language}
          onChange={(language) => void switchLanguage(language)}
        />
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
    </Card>
  )
}
