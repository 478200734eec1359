import type { Kysely } from 'kysely'
import type { dictionaryAdd, dictionaryMove, dictionaryUpdate } from '../../shared/endpoints/dictionaries.ts'
import { isChosen } from '../../shared/kit/dictionaries.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import { FALLBACK, LANGUAGES, spoken, type Translations } from '../../shared/kit/languages.ts'
import { audit, difference } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import type { KeptItem } from '../kit/own-choices.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import { dictionaryNamed, isHeld, keptItems, rowsOf } from './items.ts'

/** A list that a person still chooses from. */
const MOST_OWN = 100

export async function addItem(given: Parsed<typeof dictionaryAdd>, context: Context): Promise<{ value: string }> {
  const { name, labels } = given
  const { dictionary, rows } = await lockedRows(name, context)
  if (dictionary.kind === 'fixed') throw new Refusal(409, 'refusals:dictionary_fixed')
  if (rows.filter(({ own }) => own).length >= MOST_OWN) throw new Refusal(409, 'refusals:dictionary_full')
  refuseSameLabel(rows, null, labels)
  const taken = (value: string) => rows.some((row) => row.value === value)
  if (given.value && taken(given.value)) throw wrongField('value', 'refusals:dictionary_value_taken')
  const value = given.value || freeValue(spoken(labels, FALLBACK) ?? '', taken)
  await context.db
    .insertInto('dictionary_item')
    .values({ dictionary: name, value, labels: JSON.stringify(labels), own: true, sort: null })
    .execute()
  await note(context, 'add', { name, value, before: null, after: { labels } })
  return { value }
}

export async function updateItem(given: Parsed<typeof dictionaryUpdate>, context: Context): Promise<null> {
  const { name, value, ...asked } = given
  const { dictionary, rows } = await lockedRows(name, context)
  const row = rows.find((one) => one.value === value)
  if (!row) throw notFound()
  const before = { ...row.set, offered: row.offered }
  const change = Object.fromEntries(Object.entries(asked).filter(([, one]) => one !== undefined))
  const after = { ...before, ...change }
  if (row.own && !spoken(after.labels, FALLBACK)) throw wrongField('labels', 'required')
  if (after.tone && !dictionary.declared.tones) throw wrongField('tone', 'refusals:dictionary_no_tone')
  if (!after.offered) refuseWithheld(dictionary.declared, row, rows)
  refuseSameLabel(rows, value, { ...wordsOf(row), ...after.labels })
  await keep(context.db, name, [{ value, ...after }])
  await note(context, 'update', { name, value, ...difference(before, after) })
  return null
}

/** What a value is called where nobody sets anything. */
const wordsOf = ({ labels, set, own }: Rows[number]): Translations =>
  own ? {} : Object.fromEntries(Object.entries(labels).filter(([tag]) => !set.labels[tag]))

type Declared = ReturnType<typeof dictionaryNamed>['declared']
type Rows = ReturnType<typeof rowsOf>

/** New records start with it, or nothing else would be left to choose. */
function refuseWithheld(declared: Declared, row: Rows[number], rows: Rows): void {
  if (declared.choices && !isChosen(declared)) throw wrongField('offered', 'refusals:dictionary_not_chosen')
  if (row.initial) throw wrongField('offered', 'refusals:dictionary_initial')
  const left = rows.some(({ value, offered }) => offered && value !== row.value)
  if (declared.choices && !left) throw wrongField('offered', 'refusals:dictionary_last')
}

export async function deleteItem(name: string, value: string, context: Context): Promise<null> {
  const { dictionary, rows } = await lockedRows(name, context)
  const row = rows.find((one) => one.value === value)
  if (!row) throw notFound()
  if (!row.own) throw new Refusal(409, 'refusals:dictionary_built_in')
  if (await isHeld(context.db, dictionary, value)) throw new Refusal(409, 'refusals:dictionary_held')
  await context.db.deleteFrom('dictionary_item').where('dictionary', '=', name).where('value', '=', value).execute()
  await note(context, 'delete', { name, value, before: row.set, after: null })
  return null
}

export async function moveItems({ name, values }: Parsed<typeof dictionaryMove>, context: Context): Promise<null> {
  const { rows } = await lockedRows(name, context)
  const before = rows.map(({ value }) => value)
  const asked = new Set(values ?? before)
  if (asked.size !== before.length || !before.every((value) => asked.has(value)))
    throw new Refusal(409, 'refusals:dictionary_other')
  await keep(
    context.db,
    name,
    before.map((value) => ({ value, sort: values ? values.indexOf(value) : null })),
  )
  await note(context, 'move', { name, value: null, before: { values: before }, after: { values } })
  return null
}

/** The dictionary as it is until the transaction ends: its changes come one after the other, and after writes that took a value. */
async function lockedRows(name: string, { db, language }: Context) {
  const dictionary = dictionaryNamed(name)
  await db.selectFrom('dictionary_item').select('id').where('dictionary', '=', name).orderBy('id').forUpdate().execute()
  return { dictionary, rows: rowsOf(dictionary, await keptItems(db, name), language) }
}

type Setting = Pick<KeptItem, 'value'> & Partial<Omit<KeptItem, 'value' | 'dictionary' | 'own'>>

async function keep(db: Kysely<Database>, dictionary: string, items: readonly Setting[]): Promise<void> {
  for (const { value, labels, ...others } of items) {
    const set = { ...others, ...(labels && { labels: JSON.stringify(labels) }) }
    await db
      .insertInto('dictionary_item')
      .values({ dictionary, value, ...set })
      .onConflict((conflict) =>
        conflict.columns(['dictionary', 'value']).doUpdateSet(({ eb, ref }) => ({
          ...set,
          version: eb(ref('dictionary_item.version'), '+', 1),
          updated_at: new Date().toISOString(),
        })),
      )
      .execute()
  }
}

/** Two values of one word cannot be told apart, in a list or in a sheet that is read. */
function refuseSameLabel(rows: Rows, value: string | null, labels: Translations): void {
  const same = (a = '', b = '') => a !== '' && a.trim().toLowerCase() === b.trim().toLowerCase()
  for (const row of rows) {
    if (row.value === value) continue
    if (LANGUAGES.some((language) => same(labels[language], row.labels[language])))
      throw wrongField('labels', 'refusals:dictionary_label_taken')
  }
}

/** `Car wash` becomes `car_wash`; what leaves nothing, or is taken, gets a number. */
function freeValue(label: string, taken: (value: string) => boolean): string {
  const made = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 30)
  const base = made || 'own'
  for (let at = 1; ; at++) {
    const value = at === 1 && made ? base : `${base}_${at}`
    if (!taken(value)) return value
  }
}

interface Noted {
  name: string
  value: string | null
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

function note(context: Context, action: string, { name, value, before, after }: Noted): Promise<void> {
  const of = value === null ? { dictionary: name } : { dictionary: name, value }
  const change = { before: before && { ...of, ...before }, after: after && { ...of, ...after } }
  return audit(context.db, context, { action, entity: 'dictionary', entity_id: null, ...change })
}
