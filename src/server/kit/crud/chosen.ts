import { type Kysely, sql } from 'kysely'
import { dictionaryName, isChosen } from '../../../shared/kit/dictionaries.ts'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { Database } from '../database/tables.ts'
import { wrongField } from '../refusal.ts'

type Values = Readonly<Record<string, unknown>>
interface Rule {
  dictionary: string
  value: string
  offered: boolean
  own: boolean
}
/** The fields whose value is not offered. */
type Judge = (values: Values, before?: Values | null) => string[]

/** Refuses a value that its dictionary does not offer. What a record held before stays. */
export async function holdChoices(
  db: Kysely<Database>,
  entity: Entity,
  values: Values,
  before?: Values | null,
): Promise<void> {
  const [wrong] = (await choiceRules(db, entity, Object.keys(values)))(values, before)
  if (wrong) throw wrongField(wrong, 'not_a_choice')
}

/** What dictionaries say of an entity's fields, read once for many records. A value that is taken cannot be deleted meanwhile. */
export async function choiceRules(db: Kysely<Database>, entity: Entity, names?: readonly string[]): Promise<Judge> {
  const fields = fieldsOf(entity).filter(
    ([name, field]) => field.choices && isChosen(field) && (!names || names.includes(name)),
  )
  if (!fields.length) return () => []
  const dictionaries = fields.map(([name]) => dictionaryName(entity, name))
  const { rows } = await sql<Rule>`
    select dictionary, value, offered, own from dictionary_item
    where dictionary = any(${dictionaries}) and (own or not offered) order by id for share`.execute(db)
  const isOffered = (dictionary: string, field: Field, value: string) => {
    const rule = rows.find((row) => row.dictionary === dictionary && row.value === value)
    return rule ? rule.offered : field.choices?.includes(value) === true
  }
  return (values, before) =>
    fields
      .filter(([name, field]) => {
        const held = listed(before?.[name])
        const given = listed(values[name]).filter((value) => !held.includes(value))
        return given.some((value) => !isOffered(dictionaryName(entity, name), field, value))
      })
      .map(([name]) => name)
}

const listed = (value: unknown): string[] => (value === null || value === undefined ? [] : [value].flat().map(String))
