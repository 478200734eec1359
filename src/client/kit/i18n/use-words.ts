import i18next from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { capital } from '../../../shared/kit/capital.ts'
import { choiceKeys } from '../../../shared/kit/choice-keys.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import { MORE_ENTITIES } from '../../../shared/kit/more-entities.ts'
import { dictionariesAtom, ownLabel } from '../dictionaries/dictionaries.ts'
import { useAtomValue } from '../session/store.ts'

/** An entity's words, found by convention in the namespaces `entities` and `more_entities`. */
export interface Words {
  one: string
  /** `one` as a title. */
  title: string
  many: string
  /** `many` as a heading. */
  heading: string
  label(field: string): string
  /** A choice's or state's word, the operator's where it has one; where the choice is among entities, the entity's own. */
  choice(field: string, value: string): string
  /** The word of a text that is a name of the code's; any other as it stands. */
  said(field: string, value: string): string
  section(key: string): string
  /** What it means that a field is left empty; for one that says so (`none`). */
  none(field: string): string
}

type Said = Pick<Entity, 'name'> & { fields?: Entity['fields'] }

/** By entity: every cell of a list asks. */
const spacesOf = new WeakMap<object, readonly string[]>()

/** The namespaces that the words of its values stand in. */
function namespacesOf({ fields = {} }: Said): readonly string[] {
  const known = spacesOf.get(fields)
  if (known) return known
  const others = Object.values(fields).flatMap(({ words = [] }) => words)
  const found = ['entities', ...new Set(others.map((part) => part.split(':')[0] ?? part))]
  spacesOf.set(fields, found)
  return found
}

/** Loads more only for an entity of which `entities` says no more than its name. */
function useEntityWords(entity: Said) {
  const spaces = namespacesOf(entity)
  return useTranslation(isSaidBriefly(entity) ? [...spaces, MORE_ENTITIES] : spaces)
}

/** False until `entities` is there. */
function isSaidBriefly({ name }: Said): boolean {
  const bundles = i18next.languages.map(
    (language) => i18next.getResource(language, 'entities', name) as object | undefined,
  )
  const keys = bundles.flatMap((bundle) => Object.keys(bundle ?? {}))
  return i18next.hasResourceBundle(i18next.language, 'entities') && !keys.some((key) => key !== 'one' && key !== 'many')
}

export function useWords(entity: Said): Words {
  const { name } = entity
  const { t, i18n } = useEntityWords(entity)
  const dictionaries = useAtomValue(dictionariesAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: t is the same function in every language
  return useMemo(() => {
    const known = (keys: readonly string[]) => keys.find((key) => i18n.exists(key))
    const wordOf = (keys: readonly string[]) => {
      const own = known(keys.slice(0, -1))
      return own ? t(own) : capital(t(keys.at(-1) ?? ''))
    }
    const orNone = (key: string) => (i18n.exists(`entities:${key}`) ? t(key) : '')
    // Looked up when they are asked for: most who ask want one word, and each cell of a list asks.
    return {
      get one() {
        return t(`${name}.one`)
      },
      get title() {
        return capital(t(`${name}.one`))
      },
      get many() {
        return t(`${name}.many`)
      },
      get heading() {
        return capital(t(`${name}.many`))
      },
      label: (field) => orNone(`${name}.fields.${field}`) || t(`fields.${field}`),
      choice: (field, value) =>
        ownLabel(dictionaries, `${name}.${field}`, { value, language: i18n.language }) ??
        wordOf(choiceKeys(entity, field, value)),
      said: (field, value) => {
        const own = known((entity.fields?.[field]?.words ?? []).map((part) => `${part}.${value}`))
        return own ? t(own) : value
      },
      section: (key) => t(`${name}.sections.${key}`),
      none: (field) => t(`${name}.none.${field}`),
    }
  }, [name, t, i18n.language, dictionaries])
}
