import { entities } from '../../shared/entities/index.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Language } from '../../shared/kit/languages.ts'
import { ownLabels } from '../kit/own-choices.ts'
import { wordsOf } from '../kit/words.ts'

interface Words {
  choices?: Record<string, Record<string, string>>
}

/**
 * Every word of a language as the operator says it: where it named or added a choice, under `entities:<entity>.choices.<field>`.
 * The sentences that it keeps for anyone who writes a text are not among them: the words are open to anybody.
 */
export function wordsInUse(language: Language): Record<string, Record<string, unknown>> {
  const words = wordsOf(language)
  const named = structuredClone(words.entities ?? {}) as Record<string, Words>
  for (const { entity, field, value, label } of ownLabels(language)) {
    if (!(entities as Record<string, Entity>)[entity]?.fields[field]?.choices) continue
    named[entity] ??= {}
    const one = named[entity]
    one.choices = { ...one.choices, [field]: { ...one.choices?.[field], [value]: label } }
  }
  return { ...words, entities: named }
}
