import { useTranslation } from 'react-i18next'

/** What somebody did, in words: of a call that has none of its own, the last part of its path. */
export function useActionWord() {
  const { t, i18n } = useTranslation('logs')
  return (action: string) =>
    i18n.exists(`logs:actions.${action}`) ? t(`actions.${action}`) : action.replaceAll(/[-_]/g, ' ')
}
