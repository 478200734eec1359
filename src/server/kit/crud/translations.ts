import { type RawBuilder, sql } from 'kysely'
import { FALLBACK, type Language } from '../../../shared/kit/languages.ts'

/** What a reader sees of a column of translations: `spoken` in the database's words. */
export const spokenIn = (column: RawBuilder<unknown>, reader: Language): RawBuilder<string | null> =>
  sql`coalesce(${column} ->> ${sql.lit(reader)}, ${column} ->> ${sql.lit(FALLBACK)},
    (select min(said.value) from jsonb_each_text(${column}) said))`

/** All of it, for a keyword: people look for what they read somewhere, in whichever language. */
export const allSaid = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select string_agg(said.value, chr(10)) from jsonb_each_text(${column}) said)`
