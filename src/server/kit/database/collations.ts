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
    const there = await indexes(trx)
    for (const { name, definition } of there)
      for (const language of definition ? LANGUAGES : []) {
        const own = `${name.slice(0, -suffixOf(FALLBACK).length)}${suffixOf(language)}`
        if (!definition || there.some((index) => index.name === own)) continue
        const statement = definition.replace(` ${name} `, ` ${own} `)
        await sql.raw(statement.replaceAll(namesIn(FALLBACK), namesIn(language))).execute(trx)
      }
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

interface Index {
  name: string
  /** Of one in the order of the fallback's names; null for every other. */
  definition: string | null
}

async function indexes(db: Db): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select c.relname as name, case when n.oid = any(i.indcollation::oid[]) then pg_get_indexdef(i.indexrelid) end as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
      left join pg_collation n on n.collname = ${namesIn(FALLBACK)} and n.collnamespace = c.relnamespace
    where c.relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}
