import { capital } from '../../shared/kit/capital.ts'
import { choiceKeys } from '../../shared/kit/choice-keys.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Field } from '../../shared/kit/fields.ts'
import { FALLBACK, type Language } from '../../shared/kit/languages.ts'
import { unitOf } from '../../shared/kit/unit-of.ts'
import { consoleWord, knows, say } from '../kit/words.ts'

/** A word of the locales; empty when there is none under this key. */
export function wordOf(language: Language, key: string): string {
  const word = say(language, { key })
  return word === key || word === key.replace(/^[^:]+:/, '') ? '' : word
}

/** A field's name as the console shows it. */
export const labelOf = (language: Language, entity: Entity, field: string): string =>
  wordOf(language, `entities:${entity.name}.fields.${field}`) || say(language, { key: `entities:fields.${field}` })

/** A field's name with what its figures are in: "Energy (kWh)". */
export function headingOf(language: Language, entity: Entity, [name, field]: readonly [string, Field]): string {
  const label = labelOf(language, entity, name)
  const unit = field.kind === 'seconds' ? null : unitOf(field)
  if (!unit) return label
  return `${label} (${'text' in unit ? unit.text : say(language, { key: `common:unit.${unit.key}` })})`
}

/** A choice among entities has the entities' own words. */
export function choiceWord(language: Language, entity: Entity, field: string, value: string): string {
  const keys = choiceKeys(entity, field, value)
  return firstOf(keys, (key) => wordOf(language, key)) || say(language, { key: keys.at(-1) ?? value })
}

function firstOf(keys: readonly string[], find: (key: string) => string): string {
  for (const key of keys) {
    const found = find(key)
    if (found) return found
  }
  return ''
}

/** The console's own word, where an operator has another one. */
export const consoleChoice = (language: Language, entity: Entity, field: string, value: string): string =>
  consoleWord(language, { key: choiceKeys(entity, field, value).find((key) => knows(FALLBACK, key)) ?? value })

export const manyOf = (language: Language, entity: Entity): string =>
  capital(say(language, { key: `entities:${entity.name}.many` }))
