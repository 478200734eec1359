import { type Kysely, sql } from 'kysely'
import type { berth } from '../../shared/entities/berth.ts'
import type { Draft } from '../../shared/kit/entity.ts'
import type { Database } from '../kit/database/tables.ts'
import { type Refusal, wrongField } from '../kit/refusal.ts'

type Berth = Pick<Draft<typeof berth>, 'site_id' | 'pile_id' | 'connector_number'>

interface Known {
  sites: ReadonlySet<number>
  /** `guns`: how many its type says that it has; one without a type has those that it has told of. 0: nobody knows. */
  piles: ReadonlyMap<number, { site_id: number | null; guns: number }>
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
  const isBeyond = pile.guns > 0 && (connector_number ?? 0) > pile.guns
  return isBeyond ? wrongField('connector_number', 'too_big', { max: pile.guns }) : null
}

async function knownOf(db: Kysely<Database>, berths: readonly Berth[]): Promise<Known> {
  const siteIds = [...new Set(berths.map(({ site_id }) => site_id))]
  const pileIds = [...new Set(berths.map(({ pile_id }) => pile_id))]
  const sites = await sql<{ id: number }>`select id from site where id = any(${siteIds}::bigint[])`.execute(db)
  const piles = await sql<{ id: number; site_id: number | null; guns: number }>`
    select p.id, p.site_id, greatest(y.guns, told.guns, 0) as guns
    from pile p left join pile_type y on y.id = p.pile_type_id
      left join (select pile_id, max(number) as guns from connector where pile_id = any(${pileIds}::bigint[]) group by pile_id) told
        on told.pile_id = p.id
    where p.id = any(${pileIds}::bigint[])`.execute(db)
  return {
    sites: new Set(sites.rows.map(({ id }) => id)),
    piles: new Map(piles.rows.map(({ id, ...pile }) => [id, pile])),
  }
}
