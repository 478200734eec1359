import type { Entity } from '../../../shared/kit/entity.ts'
import { useWords } from '../i18n/use-words.ts'
import { useChoices } from './use-choices.ts'

/** What the operator says often in a field, in the language that shows. */
export function usePhrases(entity: Pick<Entity, 'name' | 'fields'>, name: string): string[] {
  const words = useWords(entity)
  return useChoices(entity, name)
    .filter(({ offered }) => offered)
    .map(({ value }) => words.choice(name, value))
}
