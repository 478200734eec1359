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
  const others = records.filter((record) => !textsOf(record).join('\n').toLowerCase().includes(keyword.toLowerCase()))
  const readings = typed === null ? new Map() : await readingsOf(db, others.flatMap(textsOf))
  return records.map(({ word, ...record }) => {
    const texts =
      typed !== null && others.some(({ entity, id }) => entity === record.entity && id === record.id)
        ? textsOf({ ...record, word })
        : []
    return { ...record, said: texts.map((text) => saidPart(text, typed ?? '', readings)).find((part) => part) ?? null }
  })
}

/** How the Chinese characters of these texts are said. */
export async function readingsOf(db: Kysely<Database>, texts: readonly string[]): Promise<Readings> {
  const characters = [...new Set(texts.join('').match(/[\u4e00-\u9fff]/g) ?? [])]
  if (!characters.length) return new Map()
  const { rows } = await sql<{ character: string; readings: string[] }>`
    select character, readings from pinyin where character = any(${characters}::text[])`.execute(db)
  return new Map(rows.map(({ character, readings }) => [character, readings]))
}
