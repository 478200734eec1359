import { type Kysely, sql } from 'kysely'
import { FALLBACK, factsOf, LANGUAGES, type Language } from '../../../shared/kit/languages.ts'
import { inTransaction } from '../transaction.ts'
import type { Database } from './tables.ts'

type Db = Kysely<Database>

const suffixOf = (language: Language) => language.toLowerCase().replaceAll('-', '_')

/** The order of names in a language, as the database knows it. */
export const namesIn = (language: Language): string =>
  `names_${suffixOf(LANGUAGES.includes(language) ? language : FALLBACK)}`

/**
 * Gives every language its own order of names, and each index by the fallback's names its like: a language is a folder, and no
 * migration knows of it. Servers that start together do it one after the other.
 */
export const makeCollations = (db: Db): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('collations'))`.execute(trx)
    const made = await sql<{ collname: string }>`
      select collname from pg_collation where collnamespace = current_schema()::regnamespace`.execute(trx)
    const known = new Set(made.rows.map(({ collname }) => collname))
    for (const language of LANGUAGES) if (!known.has(namesIn(language))) await make(trx, language)
    for (const { name, definition } of await fallbackIndexes(trx))
      for (const language of LANGUAGES) await index(trx, { name, definition, language })
  })

/** A PostgreSQL without ICU sorts names by code point: migration 0015. */
async function make(db: Db, language: Language): Promise<void> {
  const locale = factsOf(language).collation ?? `${language}-u-kn`
  const { rows } = await sql<{ provider: string }>`
    select collprovider as provider from pg_collation where collname = ${namesIn(FALLBACK)}`.execute(db)
  const collation = sql.id(namesIn(language))
  if (rows[0]?.provider === 'i')
    await sql`create collation ${collation} (provider = icu, locale = ${sql.lit(locale)})`.execute(db)
  else await sql`create collation ${collation} from "C"`.execute(db)
}

interface NameIndex {
  name: string
  definition: string
}

async function fallbackIndexes(db: Db): Promise<NameIndex[]> {
  const { rows } = await sql<NameIndex>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and exists (
      select from pg_collation n where n.collname = ${namesIn(FALLBACK)} and n.oid = any(i.indcollation::oid[]))`.execute(
    db,
  )
  return rows
}

async function index(db: Db, { name, definition, language }: NameIndex & { language: Language }): Promise<void> {
  const own = `${name.slice(0, -suffixOf(FALLBACK).length)}${suffixOf(language)}`
  const { rows } =
    await sql`select from pg_class where relname = ${own} and relnamespace = current_schema()::regnamespace`.execute(db)
  if (rows.length) return
  const statement = definition.replace(` ${name} `, ` ${own} `).replaceAll(namesIn(FALLBACK), namesIn(language))
  await sql.raw(statement).execute(db)
}
