import { useTranslation } from 'react-i18next'
import { MORE_ENTITIES } from '../../../shared/kit/more-entities.ts'

/** What someone did, in words: of a call that has none of its own, the last part of its path. */
export function useActionWord() {
  const { t, i18n } = useTranslation(['logs', 'entities', MORE_ENTITIES])
  return (action: string) => {
    // A command says with its other words what someone did.
    const known = [`logs:actions.${action}`, `entities:command.did.${action}`].find((key) => i18n.exists(key))
    return known ? t(known) : action.replaceAll(/[-_]/g, ' ')
  }
}
