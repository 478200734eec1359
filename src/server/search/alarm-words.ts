import { type Kysely, sql } from 'kysely'
import type { Language } from '../../shared/kit/languages.ts'
import type { Condition } from '../kit/crud/keyword.ts'
import type { Database } from '../kit/database/tables.ts'
import { wordsOf } from '../kit/words.ts'

interface Called {
  code: string
  word: string
  spelled: string
}

/** By language; the words of a language stay as they are while the server runs. */
const known = new Map<Language, Promise<readonly Called[]>>()

/** Alarms whose code is called so in this language, or said so. Null where none is. */
export async function calledIn(db: Kysely<Database>, language: Language, keyword: string): Promise<Condition | null> {
  const typed = keyword.toLowerCase()
  const said = /^[a-z][a-z\s'’-]*$/.test(typed) ? ` ${typed.replace(/[\s'’-]/g, '')}` : null
  const calls = await callsOf(db, language)
  const codes = calls
    .filter(({ word, spelled }) => word.includes(typed) || (said !== null && spelled.includes(said)))
    .map(({ code }) => code)
  return codes.length ? sql`t.code = any(${codes}::text[])` : null
}

const codesIn = (language: Language) => (wordsOf(language).alarms?.codes ?? {}) as Record<string, string>

/** A code in words. */
export const wordOf = (language: Language, code: string): string | undefined => codesIn(language)[code]

function callsOf(db: Kysely<Database>, language: Language): Promise<readonly Called[]> {
  const before = known.get(language)
  if (before) return before
  const codes = Object.entries(codesIn(language))
  const words = codes.map(([, word]) => word.toLowerCase())
  const asked = sql<{ said: string }>`
    select coalesce(spelled(word), '') as said from unnest(${words}::text[]) with ordinality w (word, place) order by place`
    .execute(db)
    .then(({ rows }) => codes.map(([code], at) => ({ code, word: words[at] ?? '', spelled: rows[at]?.said ?? '' })))
  known.set(language, asked)
  asked.catch(() => known.delete(language))
  return asked
}
