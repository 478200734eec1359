import type { FastifyInstance } from 'fastify'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { search } from '../../shared/endpoints/shell.ts'
import { entities } from '../../shared/entities/index.ts'
import { type Entity, permissionOf, titleField } from '../../shared/kit/entity.ts'
import { inUse } from '../kit/crud/archive.ts'
import { foundBy } from '../kit/crud/found.ts'
import { keywordCondition } from '../kit/crud/keyword.ts'
import { type Kept, rowsOf } from '../kit/crud/rows.ts'
import { atOneMoment } from '../kit/database/moment.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed, type Person } from '../kit/person.ts'
import { within } from '../kit/reach/within.ts'
import { serve } from '../kit/serve.ts'

const MOST_OF_EACH = 5

/** What the top bar finds, in the order in which it shows, and what says more about each. */
const PLACES: { entity: Entity; details: string[] }[] = [
  { entity: entities.pile, details: ['site', 'serial_number'] },
  { entity: entities.order, details: ['site', 'pile', 'customer', 'plate'] },
  { entity: entities.customer, details: ['name', 'phone'] },
  { entity: entities.site, details: ['address'] },
]

/** Finds records by what people type: only of what the person may list, the newest of each kind. */
export function searchRoutes(app: FastifyInstance): void {
  serve(app, search, async ({ keyword }, { db, person }) => {
    const found = await Promise.all(
      PLACES.filter(({ entity }) => may(person, permissionOf(entity, 'list'))).map(({ entity, details }) =>
        find(db, entity, { keyword, details, person: narrowed(person, permissionOf(entity, 'list')) }),
      ),
    )
    return found.flat()
  })
}

interface Wanted {
  keyword: string
  details: string[]
  person: Person
}

async function find(db: Kysely<Database>, entity: Entity, { keyword, details, person }: Wanted) {
  const ids = await idsFor(db, entity, { keyword, person })
  const records = await rowsOf(db, entity, ids, person)
  return records.map((record) => ({
    entity: entity.name,
    id: record.id,
    title: String(record[titleField(entity)]),
    detail: detailOf(record, details),
  }))
}

/** The newest that a word finds and that are theirs; of a word that many hold, those may be others than were found first. */
async function idsFor(db: Kysely<Database>, entity: Entity, { keyword, person }: Omit<Wanted, 'details'>) {
  const found = entity.tally ? await atOneMoment(db, (trx) => foundBy(trx, entity, keyword, person)) : null
  const holding = keywordCondition(entity, keyword, person) ?? sql<SqlBool>`false`
  const ids = await newest(db, entity, [found ? sql`t.id = any(${found.ids})` : holding, within(person, entity)])
  if (!found?.more || ids.length === MOST_OF_EACH) return ids
  const theirs = within(person, entity, 't', 'find')
  return theirs ? newest(db, entity, [holding, theirs]) : ids
}

async function newest(db: Kysely<Database>, entity: Entity, conditions: readonly (RawBuilder<SqlBool> | null)[]) {
  const where = [...conditions, ...inUse(entity)].filter((condition) => condition !== null)
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(entity.table)} t where ${sql.join(where, sql` and `)}
    order by t.id desc limit ${MOST_OF_EACH}`.execute(db)
  return rows.map(({ id }) => id)
}

const detailOf = (record: Kept, details: string[]): string =>
  details
    .map((name) => record[name] as string | { title: string } | null)
    .map((value) => (value && typeof value === 'object' ? value.title : value))
    .filter(Boolean)
    .join(' · ')
