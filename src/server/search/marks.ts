import { type Kysely, sql } from 'kysely'
import { pinyinIn, type Readings, saidPart } from '../../shared/domain/said-part.ts'
import type { Database } from '../kit/database/tables.ts'

interface Shown {
  entity: string
  id: number
  title: string
  detail: string
  /** What the console calls it instead of its title. */
  word: string | null
}

const textsOf = ({ title, detail, word }: Shown): string[] => [word ?? title, detail]

/** Each of these with what of it is said as the word is written, where the word itself does not stand there: for people to see why it was found. */
export async function withSaid<R extends Shown>(
  db: Kysely<Database>,
  records: readonly R[],
  keyword: string,
): Promise<(Omit<R, 'word'> & { said: string | null })[]> {
  const typed = pinyinIn(keyword)
  const isWritten = (record: R) => textsOf(record).join('\n').toLowerCase().includes(keyword.toLowerCase())
  const texts = records.map((record) => (typed === null || isWritten(record) ? [] : textsOf(record)))
  const readings = await readingsOf(db, texts.flat())
  return records.map(({ word: _, ...record }, at) => ({
    ...record,
    said: texts[at]?.map((text) => saidPart(text, typed ?? '', readings)).find((part) => part) ?? null,
  }))
}

/** How these words are said, as `spelled` writes it in the database (migration 0181); empty where nothing is Chinese. */
export async function spelledIn(db: Kysely<Database>, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select coalesce(spelled(word), '') as said from unnest(${[...words]}::text[]) with ordinality w (word, place) order by place`.execute(
    db,
  )
  return rows.map(({ said }) => said)
}

/** How the Chinese characters of these texts are said. */
export async function readingsOf(db: Kysely<Database>, texts: readonly string[]): Promise<Readings> {
  const characters = [...new Set(texts.join('').match(/[\u4e00-\u9fff]/g) ?? [])]
  if (!characters.length) return new Map()
  const { rows } = await sql<{ character: string; readings: string[] }>`
    select character, readings from pinyin where character = any(${characters}::text[])`.execute(db)
  return new Map(rows.map(({ character, readings }) => [character, readings]))
}
