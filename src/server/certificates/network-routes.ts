import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Network } from '../../shared/domain/network.ts'
import { pileNetwork } from '../../shared/endpoints/networks.ts'
import { OPEN_TARGET } from '../../shared/entities/campaign-target.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { knownNetwork } from './networks.ts'
import type { Doors } from './raise-profile.ts'

type Db = Kysely<Database>
type View = Data<typeof pileNetwork>

/** How piles of 2.x find this console, and what is in their slots. */
export function networkRoutes(app: FastifyInstance, { addresses }: Pick<Doors, 'addresses'>): void {
  serve(app, pileNetwork, async ({ id }, { db }) => {
    const pile = await db.selectFrom('pile').select('id').where('id', '=', id).executeTakeFirst()
    if (!pile) throw notFound()
    const { active, order, slots, known, read_at } = await knownNetwork(db, id)
    const all = new Set([...slots, ...order, ...known.keys(), ...(active === null ? [] : [active])])
    return {
      ...{ active, read_at, addresses: { ...addresses } },
      slots: [...all]
        .sort((one, other) => one - other)
        .map((slot) => ({
          slot,
          place: order.includes(slot) ? order.indexOf(slot) + 1 : null,
          connection: known.get(slot) ?? null,
        })),
      move: await lastMove(db, id, { active, order }),
    }
  })
}

async function lastMove(
  db: Db,
  pile_id: number,
  { active, order }: Pick<Network, 'active' | 'order'>,
): Promise<View['move']> {
  const { rows } = await sql<Omit<NonNullable<View['move']>, 'stays'>>`
    select t.campaign_id, (c.payload ->> 'slot')::int as slot, t.state, t.step, t.said, coalesce(t.ended_at, t.updated_at) as at
    from campaign_target t join campaign c on c.id = t.campaign_id
    where t.pile_id = ${pile_id} and c.action = 'move_network' order by t.id desc limit 1`.execute(db)
  const [last] = rows
  if (!last) return null
  const isOver = !OPEN_TARGET.some((state) => state === last.state)
  return { ...last, stays: isOver && order[0] === last.slot && active !== last.slot }
}
