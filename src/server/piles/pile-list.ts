import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { pileRow } from '../../shared/endpoints/piles.ts'
import type { pile } from '../../shared/entities/pile.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { hashPileSecret } from '../kit/pile-secret.ts'
import { connectorsNow } from './connectors-now.ts'
import type { Sockets } from './needs.ts'

type Where = (except?: string) => RawBuilder<SqlBool>

/** What piles have besides their fields: connectors, counts by state, and a socket that ends with them. */
export const pileExtension = (sockets: Sockets): Extension<typeof pile> => ({
  row: pileRow,
  hashSecret: hashPileSecret,
  async extend(rows, { db }) {
    const ids = rows.map(({ id }) => id)
    const connectors = await connectorsNow(db, ids)
    return rows.map((row) => ({ ...row, connectors: connectors.get(row.id) ?? [] }))
  },
  summary,
  async check(pile, { afterCommit }, before) {
    if (before?.enabled && !pile.enabled) afterCommit(() => sockets.disconnect(before.id, 'this pile is disabled'))
  },
  removed(piles, { afterCommit }) {
    afterCommit(() => {
      for (const { id } of piles) sockets.disconnect(id, 'this pile was removed')
    })
  },
})

/** Piles by state over all filters but the state's own; connectors over all filters. */
async function summary(where: Where, { db }: Context): Promise<Record<string, number>> {
  const states = await sql<{ state: string; piles: number }>`
    select state, count(*) as piles from pile t where ${where('state')} group by state`.execute(db)
  const connectors = await sql<{ connectors: number; charging_now: number }>`
    select count(*) as connectors, count(*) filter (where c.status = 'Charging' and t.state <> 'offline') as charging_now
    from pile t join connector c on c.pile_id = t.id and c.number > 0 where ${where()}`.execute(db)
  const counts = Object.fromEntries(states.rows.map(({ state, piles }) => [state, piles]))
  return { ...NONE, ...counts, ...connectors.rows[0] }
}

const NONE = { available: 0, charging: 0, waiting: 0, faulted: 0, reserved: 0, offline: 0 }
