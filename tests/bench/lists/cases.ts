import type pg from 'pg'
import { type Entity, fieldsOf, isSortable } from '../../../src/shared/kit/entity.ts'
import type { Asker } from './people.ts'

export type Query = Record<string, unknown>

interface Wanted {
  entity: Entity
  /** Of who asks: of these fields the values that are theirs. */
  reach: Asker['reach']
  random: () => number
}

interface Ground {
  entity: Entity
  /** Values that the table holds of each field that is filtered. */
  values: Map<string, unknown[]>
}

const DAY_MS = 86_400_000
const TRIPLES = 12

/** What a list is asked: each filter alone, in pairs and threes, each sort both ways, time ranges, and words that match and do not. */
export async function casesOf(pool: pg.Pool, { entity, reach, random }: Wanted): Promise<Query[]> {
  const ground = { entity, values: await valuesOf(pool, entity, reach) }
  const alone = filtersOf(ground)
  const sets = [{}, ...alone, ...pairs(alone, random), ...triples(alone, random), ...ranges(ground, random)]
  const keywords = await keywordsOf(pool, entity)
  return [...sets, ...keywords.map((keyword) => ({ keyword }))].flatMap((filters) =>
    sortsOf(entity, random).map((sort) => ({ ...filters, ...sort })),
  )
}

async function valuesOf(pool: pg.Pool, entity: Entity, reach: Asker['reach'] = {}): Promise<Map<string, unknown[]>> {
  const values = new Map<string, unknown[]>()
  for (const [name, field] of fieldsOf(entity)) {
    if (!field.filter || !['choice', 'status', 'reference', 'text', 'flag'].includes(field.kind)) continue
    const theirs = reach[name]
    const { rows } = await pool.query(
      `select ${name} as value from ${entity.table} where ${theirs ? `${name} = any($1)` : `${name} is not null`}
      group by 1 order by count(*) desc limit 2000`,
      theirs && [theirs],
    )
    const all = rows.map(({ value }) => value)
    values.set(
      name,
      [...new Set([all[0], all[Math.floor(all.length / 2)], all.at(-1)])].filter((value) => value !== undefined),
    )
  }
  return values
}

const filtersOf = ({ values }: Ground): Query[] =>
  [...values].flatMap(([name, all]) => [
    ...all.map((value) => ({ [name]: value })),
    ...(all.length > 1 ? [{ [name]: all }] : []),
  ])

const pairs = (alone: Query[], random: () => number): Query[] =>
  alone.map((one) => ({ ...one, ...alone[Math.floor(random() * alone.length)] }))

const triples = (alone: Query[], random: () => number): Query[] =>
  alone.length < 3
    ? []
    : Array.from({ length: TRIPLES }, () =>
        Object.assign({}, ...[0, 1, 2].map(() => alone[Math.floor(random() * alone.length)])),
      )

/** A day, a week, a month, and odd stretches, by the moment that the list follows. */
function ranges({ entity, values }: Ground, random: () => number): Query[] {
  const name = fieldsOf(entity).find(([, field]) => field.kind === 'instant' && field.filter)?.[0]
  if (!name) return []
  const now = Date.now()
  const range = (from: number, to: number) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  const odd = Array.from({ length: 4 }, () => {
    const from = now - random() * 365 * DAY_MS
    return range(from, from + random() * (now - from))
  })
  const spans = [1, 7, 30, 200].map((days) => range(now - (days + 3) * DAY_MS, now - 3 * DAY_MS))
  const filters = filtersOf({ entity, values })
  return [...spans, ...odd].flatMap((bounds) => [
    { [name]: bounds },
    ...(filters.length ? [{ [name]: bounds, ...filters[Math.floor(random() * filters.length)] }] : []),
  ])
}

/** The list's own order and each other that it offers, one way or the other. */
const sortsOf = (entity: Entity, random: () => number): Query[] => [
  {},
  ...fieldsOf(entity)
    .filter(([name]) => isSortable(entity, name))
    .map(([prop]) => ({ prop, order: random() < 0.5 ? 'asc' : 'desc' })),
]

/** One, two, three and eight characters of what a record is found by, and what nobody is. */
async function keywordsOf(pool: pg.Pool, entity: Entity): Promise<string[]> {
  const searched = fieldsOf(entity).filter(([, field]) => field.search && field.kind !== 'reference')
  const words: string[] = []
  for (const [name] of searched) {
    const { rows } = await pool.query(
      `select ${name} as word from ${entity.table} where ${name} is not null order by id desc limit 1 offset 77`,
    )
    const word: string = rows[0]?.word ?? ''
    words.push(word.slice(0, 1), word.slice(0, 2), word.slice(-3), word.slice(-8), word)
  }
  if (fieldsOf(entity).some(([, field]) => field.search)) words.push('zzz', 'nobody here')
  return [...new Set(words.filter(Boolean))]
}
