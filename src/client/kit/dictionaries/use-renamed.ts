import { useTranslation } from 'react-i18next'
import { dictionaryName } from '../../../shared/kit/dictionaries.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import { useAtomValue } from '../session/store.ts'
import { dictionariesAtom, ownLabel } from './dictionaries.ts'

/** The operator's word for a value, where it is another than the console's: for phrases that would say the console's own. */
export function useRenamed(entity: Pick<Entity, 'name'>, name: string): (value: string) => string | null {
  const { t, i18n } = useTranslation('entities')
  const dictionaries = useAtomValue(dictionariesAtom)
  return (value) => {
    const own = ownLabel(dictionaries, dictionaryName(entity, name), { value, language: i18n.language })
    return own && own !== t(`${entity.name}.choices.${name}.${value}`) ? own : null
  }
}
