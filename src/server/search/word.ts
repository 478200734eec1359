import { type Kysely, sql } from 'kysely'
import type { Entity } from '../../shared/kit/entity.ts'
import { beginningsIn, type Condition, heldIn, isSpelledIn, type Place, searchedFor } from '../kit/crud/keyword.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'

/** What was typed. */
export interface Typed {
  keyword: string
  /** How its Chinese is said, from its first such character on, each the usual way; null where it has none. */
  sound: string | null
}

/** What was typed, as what one kind of record holds in fields of its own. */
export interface Word {
  /** Anywhere in a field, asked of rows at hand. */
  held: Condition
  /** The same as an index of threes finds it; none where it has no three letters or digits in a row. */
  anywhere: readonly Place[]
  /** At a field's beginning, each by itself: an index walks one and stops. Only of what no index of threes finds. */
  beginnings: readonly Condition[]
  /** By how it is said, as an index of threes finds that; of one letter half of all names are. */
  said: readonly Condition[]
  /** The indexes know all the places where it may stand. */
  isIndexed: boolean
}

const CHINESE = /[\u4e00-\u9fff]/

export async function typedAs(db: Kysely<Database>, keyword: string): Promise<Typed> {
  const at = keyword.search(CHINESE)
  if (at < 0) return { keyword, sound: null }
  const { rows } = await sql<{ sound: string | null }>`
    select string_agg(coalesce(p.readings[1], substring(c.letter from '[a-z0-9]'), ''), '' order by c.place) as sound
    from unnest(string_to_array(lower(${keyword.slice(at)}), null)) with ordinality c (letter, place)
    left join pinyin p on p.character = c.letter`.execute(db)
  return { keyword, sound: rows[0]?.sound || null }
}

/** Null where this person finds none by it. */
export function wordIn(
  entity: Entity,
  { keyword, sound }: Typed,
  person: Person,
  only: readonly string[],
): Word | null {
  const held = heldIn(entity, keyword, person, only)
  const searched = searchedFor(entity, keyword, person, only)
  if (!held || !searched) return null
  const { isAnywhere, length, places } = searched
  if (isAnywhere) return { held, anywhere: places, beginnings: [], said: [], isIndexed: true }
  const spelled = length > 1 ? isSpelledIn(entity, keyword, only) : []
  const sounding = length > 1 && sound ? isSpelledIn(entity, sound, only, keyword) : []
  return {
    ...{ held, anywhere: [], said: [...spelled, ...sounding] },
    beginnings: beginningsIn(entity, keyword, person, only),
    isIndexed: false,
  }
}
