import { type Kysely, sql } from 'kysely'
import type { DictionaryRow } from '../../shared/endpoints/dictionaries.ts'
import type { DictionaryItem } from '../../shared/endpoints/dictionary-values.ts'
import { entities } from '../../shared/entities/index.ts'
import { choiceKeys } from '../../shared/kit/choice-keys.ts'
import { type Dictionary, dictionariesOf } from '../../shared/kit/dictionaries.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Field } from '../../shared/kit/fields.ts'
import { FALLBACK, LANGUAGES, type Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import { inOrder, type KeptItem, keepOwnChoices, labelIn } from '../kit/own-choices.ts'
import { notFound } from '../kit/refusal.ts'
import { consoleWord, knows } from '../kit/words.ts'

type Db = Kysely<Database>

export const dictionaries: readonly Dictionary[] = Object.values(entities as Record<string, Entity>).flatMap(
  dictionariesOf,
)

export function dictionaryNamed(name: string): Dictionary & { declared: Field } {
  const found = dictionaries.find((one) => one.name === name)
  const declared = found?.entity.fields[found.field]
  if (!found || !declared) throw notFound()
  return { ...found, declared }
}

/** What an operator set, of one dictionary or of all. */
export const keptItems = (db: Db, name?: string): Promise<KeptItem[]> =>
  db
    .selectFrom('dictionary_item')
    .select(['dictionary', 'value', 'labels', 'tone', 'offered', 'own', 'sort'])
    .$if(name !== undefined, (query) => query.where('dictionary', '=', String(name)))
    .orderBy('id')
    .execute()

/** Brings the server's own words up to what the database holds: after a change here, and now and then for one elsewhere. */
export const readOwnChoices = async (db: Db): Promise<void> => keepOwnChoices(await keptItems(db))

/** A dictionary's values in their order, as the console shows them, and what of it was set. */
export function rowsOf(dictionary: Dictionary, kept: readonly KeptItem[], language: Language): DictionaryRow[] {
  const { entity, field } = dictionary
  const declared = entity.fields[field]
  return inOrder(declared?.choices ?? [], kept).map(({ value, item }) => {
    const labels = Object.fromEntries(LANGUAGES.map((of) => [of, labelOf(of, { dictionary, value, item })]))
    return {
      ...{ value, label: labels[language] ?? value, labels },
      tone: item?.tone ?? declared?.tones?.[value] ?? null,
      offered: item?.offered ?? true,
      own: item?.own ?? false,
      set: { labels: item?.labels ?? {}, tone: item?.tone ?? null },
      initial: declared?.initial === value,
    }
  })
}

export const itemsOf = (dictionary: Dictionary, kept: readonly KeptItem[], language: Language): DictionaryItem[] =>
  rowsOf(dictionary, kept, language).map(({ set: _, initial: __, ...item }) => item)

interface Labelled {
  dictionary: Dictionary
  value: string
  item: KeptItem | undefined
}

/** The operator's word in a language, else the console's, else the operator's in another one. */
function labelOf(language: Language, { dictionary, value, item }: Labelled): string {
  const own = item && labelIn(language, item)
  const key = wordKey(dictionary, value)
  if (own || !key) return own || value
  const other = item?.labels[FALLBACK]
  return other && !knows(language, key) ? other : consoleWord(language, { key })
}

/** A choice among records has their word; what has none is its own. */
function wordKey({ entity, field }: Dictionary, value: string): string | undefined {
  return choiceKeys(entity, field, value).find((key) => knows(FALLBACK, key))
}

/** Whether a record holds a value of the operator's own. */
export async function isHeld(db: Db, { entity, field, declared }: ReturnType<typeof dictionaryNamed>, value: string) {
  if (!declared.choices) return false
  const column = sql.ref(field)
  const holds = declared.kind === 'choices' ? sql`${value} = any(${column})` : sql`${column} = ${value}`
  const { rows } = await sql`select 1 from ${sql.table(entity.table)} where ${holds} limit 1`.execute(db)
  return rows.length > 0
}
