import { useTranslation } from 'react-i18next'
import { LANGUAGES, languageName } from '../../../shared/kit/languages.ts'
import { switchLanguage } from './i18n.ts'

/** The languages to choose from, each by its own name. */
export function useLanguageItems() {
  const { i18n } = useTranslation()
  return LANGUAGES.map((language) => ({
    key: language,
    label: languageName(language),
    checked: i18n.language === language,
    onPress: () => void switchLanguage(language),
  }))
}
