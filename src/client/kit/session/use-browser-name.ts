import { useTranslation } from 'react-i18next'

/** What a browser says of itself and of what it runs on; null where it says neither. */
export function useBrowserName() {
  const { t } = useTranslation('sign_ins')
  return ({ browser, system }: { browser: string | null; system: string | null }): string | null =>
    browser && system ? t('sessions.on', { browser, system }) : (browser ?? system)
}
