import type { FastifyInstance } from 'fastify'
import { newAppSecret } from '../../shared/endpoints/client-apps.ts'
import { audit } from '../kit/audit.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { inTransaction } from '../kit/transaction.ts'
import { grantsOfApps } from './app-grants.ts'
import { hashOfSecret, newSecret } from './app-secret.ts'

/** The secret is in no kept answer: a request that is sent again makes another. */
export function clientAppRoutes(app: FastifyInstance, forget: () => void): void {
  serve(app, newAppSecret, async ({ id }, context) => {
    const secret = newSecret()
    const client_id = await inTransaction(context.db, async (db) => {
      refuseMoreThanOwn(context.person, await grantsOfApps(db, [id]))
      const kept = await db
        .updateTable('client_app')
        .set(({ eb, fn }) => ({
          secret_hash: hashOfSecret(secret),
          secret_at: fn<string>('now'),
          version: eb('version', '+', 1),
          updated_at: fn<string>('now'),
        }))
        .where('id', '=', id)
        .returning('client_id')
        .executeTakeFirst()
      if (!kept) throw notFound()
      await audit(db, context, { action: 'secret', entity: 'client_app', entity_id: id, before: null, after: null })
      return kept.client_id
    })
    forget()
    app.kit.changed('client_app', id)
    return { client_id, secret }
  })
}
