import { type Kysely, sql } from 'kysely'
import { pinyinIn } from '../kit/crud/keyword.ts'
import type { Database } from '../kit/database/tables.ts'
import { type Readings, saidPart } from './said-part.ts'

interface Shown {
  title: string
  detail: string
}

/** Each of these with what of it is said as the word is written, where the word itself does not stand there: for people to see why it was found. */
export async function withSaid<R extends Shown>(
  db: Kysely<Database>,
  records: readonly R[],
  keyword: string,
): Promise<(R & { said: string | null })[]> {
  const typed = pinyinIn(keyword)
  const holds = ({ title, detail }: Shown) => `${title}\n${detail}`.toLowerCase().includes(keyword.toLowerCase())
  const others = typed === null ? [] : records.filter((record) => !holds(record))
  if (typed === null || !others.length) return records.map((record) => ({ ...record, said: null }))
  const readings = await readingsOf(db, others.map(({ title, detail }) => title + detail).join(''))
  return records.map((record) => ({
    ...record,
    said: holds(record) ? null : (saidPart(record.title, typed, readings) ?? saidPart(record.detail, typed, readings)),
  }))
}

async function readingsOf(db: Kysely<Database>, text: string): Promise<Readings> {
  const characters = [...new Set(text.match(/[\u4e00-\u9fff]/g) ?? [])]
  if (!characters.length) return new Map()
  const { rows } = await sql<{ character: string; readings: string[] }>`
    select character, readings from pinyin where character = any(${characters}::text[])`.execute(db)
  return new Map(rows.map(({ character, readings }) => [character, readings]))
}
