import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { handPilesOver, takePilesAgain } from '../../shared/endpoints/nodes.ts'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { LOST_AFTER_S } from './node-book.ts'

/** `told`: the row of a node says something else now. */
export function nodeRoutes(app: FastifyInstance, told: (id: number) => void): void {
  serve(app, handPilesOver, async ({ id }, { db, afterCommit }) => {
    const there = await lockThere(db)
    const node = there.find((each) => each.id === id)
    if (node?.state !== 'running') throw new Refusal(409, node ? 'nodes:hands_over_already' : 'nodes:runs_not')
    const takers = there.filter((each) => each.id !== id && each.state === 'running')
    if (takers.length === 0) throw new Refusal(409, 'nodes:only_one')
    await db
      .updateTable('node')
      .set({ handing_over_from: node.piles, state: 'draining', leads: false })
      .where('id', '=', id)
      .execute()
    afterCommit(() => told(id))
    return { id }
  })

  serve(app, takePilesAgain, async ({ id }, { db, afterCommit }) => {
    const node = (await lockThere(db)).find((each) => each.id === id)
    if (!node) throw new Refusal(409, 'nodes:runs_not')
    if (node.handing_over_from === null) throw new Refusal(409, 'nodes:takes_already')
    await db.updateTable('node').set({ handing_over_from: null }).where('id', '=', id).execute()
    afterCommit(() => told(id))
    return { id }
  })
}

/** All that run, so that of two that are told at once one goes on taking piles. */
const lockThere = (db: Kysely<Database>) =>
  db
    .selectFrom('node')
    .select(['id', 'state', 'piles', 'handing_over_from'])
    .where('state', 'in', ['running', 'draining'])
    .where('seen_at', '>', sql<string>`now() - make_interval(secs => ${LOST_AFTER_S})`)
    .orderBy('id')
    .forUpdate()
    .execute()
