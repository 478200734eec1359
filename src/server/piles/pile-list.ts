import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { pilePasswordFlaw } from '../../shared/domain/pile-password.ts'
import { isReachable } from '../../shared/domain/station-number.ts'
import { pileRow } from '../../shared/endpoints/piles.ts'
import type { pile } from '../../shared/entities/pile.ts'
import type { Context } from '../kit/context.ts'
import type { Extension, Listed } from '../kit/crud/extension.ts'
import type { OwnFilters } from '../kit/crud/filters.ts'
import { usesBy } from '../kit/crud/holders.ts'
import type { Database } from '../kit/database/tables.ts'
import { refuseReachingMore } from '../kit/more-than-own.ts'
import { hashPileSecret } from '../kit/pile-secret.ts'
import { wrongField } from '../kit/refusal.ts'
import { complete, completer } from './complete.ts'
import type { JudgePiles, Sockets } from './ports.ts'

type Where = (except?: string) => RawBuilder<SqlBool>

/** What piles have besides their fields: connectors, counts by state, and a socket that ends with them. */
export const pileExtension = (sockets: Sockets, judge: JudgePiles): Extension<typeof pile> => ({
  row: pileRow,
  hashSecret: hashPileSecret,
  extend: (rows, context) => complete(context, rows),
  ahead: (ids, context) => completer(context, ids),
  filters: { node_id: hadBy },
  summary,
  async created({ id, pile_type_id }, { db }) {
    await typicalGuns(db, id, pile_type_id)
    if (pile_type_id !== null) await judge(db, [id])
  },
  async check(pile, { afterCommit }, before) {
    if (!before) refuseWeakPassword(pile.password, pile.station_number)
    if (!before && !isReachable(pile.station_number)) throw wrongField('station_number', 'refusals:station_unreachable')
    if (before?.enabled && !pile.enabled) afterCommit(() => sockets.disconnect(before.id, 'this pile is disabled'))
    if (before && pile.only_protocol && pile.only_protocol !== before.only_protocol)
      afterCommit(() => sockets.disconnect(before.id, 'this pile is to speak another protocol'))
  },
  async updated({ id, merchant_id, pile_type_id }, before, { db, person }) {
    if (pile_type_id !== before.pile_type_id) await judge(db, [id])
    if (merchant_id !== before.merchant_id) await refuseReachingMore(db, person)
  },
  async uses(ids, context) {
    const open = await context.db
      .selectFrom('orders')
      .select(['pile_id as owner', 'id', 'number as title'])
      .where('pile_id', 'in', ids)
      .where('status', 'in', ['generated', 'completed'])
      .orderBy('id')
      .execute()
    return usesBy(context, 'order', open)
  },
  /** Frames and flags are kept of whatever has had a socket. */
  async history(ids, { db }) {
    const met = await db
      .selectFrom('pile')
      .select('id')
      .where('id', 'in', ids)
      .where(({ or, eb }) => or([eb('connected_at', 'is not', null), eb('last_seen_at', 'is not', null)]))
      .execute()
    return met.map(({ id }) => id)
  },
  removed(piles, { afterCommit }) {
    afterCommit(() => {
      for (const { id } of piles) sockets.disconnect(id, 'this pile was removed')
    })
  },
})

/** The form knows the least length; the rule has more to it. */
function refuseWeakPassword(password: string | null | undefined, station_number: string): void {
  const flaw = password && pilePasswordFlaw(Buffer.from(password), station_number)
  if (flaw) throw wrongField('password', `refusals:pile_password_${flaw}`)
}

/** Those that have their socket at one of these nodes. */
const hadBy: OwnFilters[string] = (nodes) =>
  sql<SqlBool>`exists (select from pile_session s where s.pile_id = t.id and s.connected and s.node_id in (${sql.join(nodes)}))`

/** It starts with the connectors of its type; those that it reports are added. */
async function typicalGuns(db: Kysely<Database>, id: number, pile_type_id: number | null): Promise<void> {
  await sql`insert into connector (pile_id, number)
    select ${id}, gun from pile_type y, generate_series(1, y.guns) gun where y.id = ${pile_type_id}`.execute(db)
}

/** Piles by state over all filters but the state's own; connectors over all filters. */
async function summary(where: Where, _: Context, list: Listed): Promise<Record<string, number>> {
  const states = () => sql<{ state: string; piles: number }>`
    select state, count(*) as piles from pile t where ${where('state')} group by state`
  const connectors = () => sql<{ connectors: number; charging_now: number }>`
    select count(*) as connectors, count(*) filter (where c.status = 'Charging' and t.state <> 'offline') as charging_now
    from pile t join connector c on c.pile_id = t.id and c.number > 0 where ${where()}`
  const [byState, [guns]] = await Promise.all([list.ask('states', states), list.ask('connectors', connectors)])
  return { ...NONE, ...Object.fromEntries(byState.map(({ state, piles }) => [state, piles])), ...guns }
}

const NONE = { available: 0, charging: 0, waiting: 0, faulted: 0, reserved: 0, offline: 0 }
