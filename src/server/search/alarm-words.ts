import { type Kysely, sql } from 'kysely'
import { pinyinIn } from '../../shared/domain/said-part.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Condition } from '../kit/crud/keyword.ts'
import type { Database } from '../kit/database/tables.ts'
import { wordsOf } from '../kit/words.ts'
import { spelledIn } from './marks.ts'

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
  const said = pinyinIn(keyword)
  const calls = await callsOf(db, language)
  const codes = calls
    .filter(({ word, spelled }) => word.includes(typed) || (said !== null && spelled.includes(` ${said}`)))
    .map(({ code }) => code)
  return codes.length ? sql`t.code = any(${codes}::text[])` : null
}

type Codes = Readonly<Record<string, string>>
const codesOf = new Map<Language, Codes>()

/** Put together once: those of a language that lacks some are all of its words over the fallback's. */
function codesIn(language: Language): Codes {
  const found = codesOf.get(language) ?? ((wordsOf(language).alarms?.codes ?? {}) as Codes)
  codesOf.set(language, found)
  return found
}

/** A code in words. */
export const wordOf = (language: Language, code: string): string | undefined => codesIn(language)[code]

function callsOf(db: Kysely<Database>, language: Language): Promise<readonly Called[]> {
  const before = known.get(language)
  if (before) return before
  const codes = Object.entries(codesIn(language))
  const words = codes.map(([, word]) => word.toLowerCase())
  const asked = spelledIn(db, words).then((said) =>
    codes.map(([code], at) => ({ code, word: words[at] ?? '', spelled: said[at] ?? '' })),
  )
  known.set(language, asked)
  asked.catch(() => known.delete(language))
  return asked
}
