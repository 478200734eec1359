import type { Entity } from '../../shared/kit/entity.ts'
import type { Field, Tone } from '../../shared/kit/fields.ts'
import { LANGUAGES, type Language, spoken, type Translations } from '../../shared/kit/languages.ts'

/** What an operator set of a dictionary's value: its own word, hue, place; a value that it added. */
export interface KeptItem {
  dictionary: string
  value: string
  labels: Translations
  tone: Tone | null
  offered: boolean
  own: boolean
  sort: number | null
}

let items: readonly KeptItem[] = []
let words: ReadonlyMap<string, string> = new Map()
let known = ''

/** Takes what the database holds now, so that words are at hand wherever something is said. One process has one database. */
export function keepOwnChoices(kept: readonly KeptItem[]): void {
  const now = JSON.stringify(kept)
  if (now === known) return
  known = now
  items = kept
  words = new Map(kept.flatMap((item) => LANGUAGES.flatMap((language) => ownWords(language, item))))
}

/** Another one whenever anything of it changed: for what is made of it and kept. */
export const ownChoicesStamp = () => words

/** The operator's own word under a key such as `entities:order.choices.status.open`. */
export const ownWord = (language: string, key: string): string | undefined => words.get(`${language} ${key}`)

/** The operator's own words in a language, with what they stand for. */
export const ownLabels = (language: Language) =>
  items.flatMap((item) => {
    const { dictionary, value } = item
    const [entity = '', field = ''] = dictionary.split('.')
    const label = labelIn(language, item)
    return label ? [{ entity, field, value, label }] : []
  })

/** The values of a field that may be chosen, in the operator's order. `all`: those that are no longer offered as well. */
export function choicesNow(
  entity: Pick<Entity, 'name'>,
  [name, field]: readonly [string, Field],
  all = false,
): string[] {
  const kept = items.filter(({ dictionary }) => dictionary === `${entity.name}.${name}`)
  return inOrder(field.choices ?? [], kept)
    .filter(({ item }) => all || item?.offered !== false)
    .map(({ value }) => value)
}

/** A dictionary's values in order: those that were given a place, then the others as they are declared, then later ones. */
export function inOrder(declared: readonly string[], kept: readonly KeptItem[]) {
  const own = kept.filter(({ own }) => own).map(({ value }) => value)
  const all = [...declared, ...own].map((value, at) => {
    const item = kept.find((one) => one.value === value)
    return { value, item, at, sort: item?.sort ?? Number.MAX_SAFE_INTEGER }
  })
  return all.sort((a, b) => a.sort - b.sort || a.at - b.at)
}

/** A value that the operator added has no word but its own, in whichever language there is one. */
export const labelIn = (language: Language, { labels, own }: Pick<KeptItem, 'labels' | 'own'>): string | null =>
  own ? spoken(labels, language) : (labels[language] ?? null)

function ownWords(language: Language, item: KeptItem): [string, string][] {
  const label = labelIn(language, item)
  const [entity, field] = item.dictionary.split('.')
  return label ? [[`${language} entities:${entity}.choices.${field}.${item.value}`, label]] : []
}
