import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { entities } from '../../../shared/entities/index.ts'
import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/tables.ts'
import { columnOf, isStillReferenced } from '../postgres-errors.ts'
import { Refusal } from '../refusal.ts'
import { type Language, say } from '../words.ts'
import { pairsOf, titleColumn } from './columns.ts'

const NAMED = 3

/** Deletes records; refused with what still uses them. */
export async function removeRecords(entity: Entity, ids: readonly number[], { db, language }: Context): Promise<void> {
  await sql`savepoint removal`.execute(db)
  try {
    await sql`delete from ${sql.table(entity.table)} where id in (${sql.join(ids)})`.execute(db)
  } catch (error) {
    if (!isStillReferenced(error)) throw error
    await sql`rollback to savepoint removal`.execute(db)
    const holder = await holderOf(db, error as pg.DatabaseError, ids)
    if (!holder) throw new Refusal(409, 'in_use')
    throw new Refusal(409, 'in_use_by', { figures: { uses: sentence(holder, language) }, data: { uses: [holder] } })
  }
}

const sentence = ({ entity, titles }: Holder, language: Language): string =>
  [
    say(language, { key: `entities:${entity}.many` }),
    titles.slice(0, NAMED).join(', '),
    ...(titles.length > NAMED ? ['…'] : []),
  ]
    .filter(Boolean)
    .join(' ')

interface Holder {
  entity: string
  titles: string[]
}

/** Which records hold on to the ones that were to go: the database names the table, and the column by its constraint. */
async function holderOf(db: Kysely<Database>, error: pg.DatabaseError, ids: readonly number[]): Promise<Holder | null> {
  for (const user of Object.values(entities as Record<string, Entity>)) {
    const title = titleColumn(user)
    const field = fieldsOf(user).find(([name, { kind }]) => holds(user, name, kind, error))?.[0]
    if (!field) continue
    const held =
      user.table === error.table
        ? sql`${sql.ref(`t.${field}`)} in (${sql.join(ids)})`
        : sql`t.id in (select ${sql.ref(pairsOf(user, field).own)} from ${sql.table(String(error.table))}
            where ${sql.ref(pairsOf(user, field).other)} in (${sql.join(ids)}))`
    const { rows } = await sql<{ title: string }>`
      select ${sql.ref(`t.${title.column}`)}::text as title from ${sql.table(user.table)} t
      where ${held} order by t.id limit ${NAMED + 1}`.execute(db)
    // What is named by another record has no name of its own.
    const nameless = user.fields[title.column]?.kind === 'reference'
    return { entity: user.name, titles: nameless ? [] : rows.map(({ title }) => title) }
  }
  return null
}

const holds = (user: Entity, name: string, kind: string, error: pg.DatabaseError): boolean =>
  columnOf(error) === name &&
  (kind === 'references' ? pairsOf(user, name).table === error.table : user.table === error.table)
