import type { FastifyInstance } from 'fastify'
import { revokeCertificate } from '../../shared/endpoints/certificates.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'

/** What revoking needs of the piles. */
interface Connected {
  disconnect(pile_id: number, why: string): void
}

/** What certificates have beside the plain calls. */
export function certificateRoutes(app: FastifyInstance, piles: Connected): void {
  serve(app, revokeCertificate, async ({ id }, context) => {
    const { db } = context
    const read = db.selectFrom('certificate').select(['pile_id', 'state']).where('id', '=', id)
    const found = await read.forUpdate().executeTakeFirst()
    if (!found) throw notFound()
    if (found.state === 'revoked') throw new Refusal(409, 'certificates:revoked_already')
    await db
      .updateTable('certificate')
      .set({ state: 'revoked', revoked_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    context.afterCommit(() => piles.disconnect(found.pile_id, 'its certificate was revoked'))
    return null
  })
}
