import type { Kysely } from 'kysely'
import type { pileTariff } from '../../shared/endpoints/pile-tariffs.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Database } from '../kit/database/tables.ts'
import { takesOf } from './takes.ts'
import { tariffRow } from './tariff-book.ts'
import { NO_PRICE, wantedAt, wordOf } from './wanted.ts'

/** How a pile stands to its tariff now: one that is away has what it took, and waits for what its site charges since. */
export async function tariffOfPile(db: Kysely<Database>, pile_id: number): Promise<Data<typeof pileTariff>> {
  const row = await tariffRow(db, pile_id)
  if (!row) return null
  const pile = await db.selectFrom('pile').select('site_id').where('id', '=', pile_id).executeTakeFirst()
  const site_id = pile?.site_id ?? 0
  const wanted = (await wantedAt(db, [site_id], Date.now())).get(site_id) ?? NO_PRICE
  const isBehind = row.state === 'given' && wordOf(wanted) !== row.wanted
  const { reckons } = await takesOf(db, pile_id)
  const { tariff } = row
  return {
    state: isBehind ? 'waiting' : row.state,
    ...{ why: row.why, said: row.said, given_at: row.given_at },
    tariff: tariff && { id: tariff.id, bands: [...tariff.bands], free_minutes: tariff.free_minutes },
    strategy: wanted.strategy,
    shows_only: reckons === false,
  }
}
