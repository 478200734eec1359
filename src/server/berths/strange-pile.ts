import { type Kysely, sql } from 'kysely'
import type { berth } from '../../shared/entities/berth.ts'
import type { Draft } from '../../shared/kit/entity.ts'
import type { Database } from '../kit/database/tables.ts'
import { type Refusal, wrongField } from '../kit/refusal.ts'

type Berth = Pick<Draft<typeof berth>, 'site_id' | 'pile_id' | 'connector_number'>

interface Known {
  sites: ReadonlySet<number>
  piles: ReadonlyMap<number, KnownPile>
}

interface KnownPile {
  site_id: number | null
  /** How many its type says that it has; 0: it has no type. */
  guns: number
  /** The numbers of those that it has told of. */
  told: readonly number[]
}

const NOBODY: Known = { sites: new Set(), piles: new Map() }

/**
 * Why a berth cannot be reached as it says, for each of these or null: by a pile of its own site, by a connector that this has.
 * An unknown pile is the database's to refuse.
 */
export async function strangePiles(db: Kysely<Database>, berths: readonly Berth[]): Promise<(Refusal | null)[]> {
  const reached = berths.filter(({ pile_id }) => pile_id)
  const known = reached.length > 0 ? await knownOf(db, reached) : NOBODY
  return berths.map((each) => refusalOf(each, known))
}

function refusalOf({ site_id, pile_id, connector_number }: Berth, { sites, piles }: Known): Refusal | null {
  if (!pile_id) return connector_number ? wrongField('connector_number', 'refusals:connector_without_pile') : null
  // The index of connectors would speak first, of another field.
  if (!sites.has(site_id)) return wrongField('site_id', 'unknown_reference')
  const pile = piles.get(pile_id)
  if (!pile) return null
  if (pile.site_id !== site_id) return wrongField('pile_id', 'refusals:pile_elsewhere')
  return connector_number && lacks(pile, connector_number)
    ? wrongField('connector_number', 'refusals:no_such_gun')
    : null
}

/** Of a pile of which nobody knows any gun, any may be. */
const lacks = ({ guns, told }: KnownPile, gun: number) => guns + told.length > 0 && gun > guns && !told.includes(gun)

async function knownOf(db: Kysely<Database>, berths: readonly Berth[]): Promise<Known> {
  const siteIds = [...new Set(berths.map(({ site_id }) => site_id))]
  const pileIds = [...new Set(berths.map(({ pile_id }) => pile_id))]
  const sites = await sql<{ id: number }>`select id from site where id = any(${siteIds}::bigint[])`.execute(db)
  const piles = await sql<KnownPile & { id: number }>`
    select p.id, p.site_id, coalesce(y.guns, 0) as guns, array(select number from connector where pile_id = p.id) as told
    from pile p left join pile_type y on y.id = p.pile_type_id
    where p.id = any(${pileIds}::bigint[])`.execute(db)
  return {
    sites: new Set(sites.rows.map(({ id }) => id)),
    piles: new Map(piles.rows.map(({ id, ...pile }) => [id, pile])),
  }
}
