import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

interface Reached {
  id: number
  pile_id: number | null
  connector_number: number | null
}

/** The standard's states of the connectors that reach each berth: the one that it names, else all of its pile's. */
export async function connectorsAt(
  db: Kysely<Database>,
  berths: readonly Reached[],
): Promise<ReadonlyMap<number, string[]>> {
  const piles = [...new Set(berths.flatMap(({ pile_id }) => pile_id ?? []))]
  const connectors = piles.length ? await connectorsOf(db, piles) : []
  return new Map(
    berths.map(({ id, pile_id, connector_number }) => [
      id,
      connectors
        .filter((one) => one.pile_id === pile_id && (connector_number ?? one.number) === one.number)
        .map(({ state }) => state),
    ]),
  )
}

async function connectorsOf(db: Kysely<Database>, piles: readonly number[]) {
  const { rows } = await sql<{ pile_id: number; number: number; state: string }>`
    select c.pile_id, c.number, case when p.state = 'offline' then 'Offline' else c.status end as state
    from connector c join pile p on p.id = c.pile_id
    where c.number > 0 and c.pile_id in (${sql.join(piles)}) order by c.pile_id, c.number`.execute(db)
  return rows
}
