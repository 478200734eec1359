import type { FastifyInstance } from 'fastify'
import { newAppSecret } from '../../shared/endpoints/client-apps.ts'
import { audit } from '../kit/audit.ts'
import { grantsOfApps } from '../kit/grants.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { mayEverything } from '../kit/person.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { inTransaction } from '../kit/transaction.ts'
import { hashOfSecret, newSecret } from './app-secret.ts'

/** The secret is in no kept answer: a request that is sent again makes another. */
export function clientAppRoutes(app: FastifyInstance, forget: () => void): void {
  serve(app, newAppSecret, async ({ id }, context) => {
    const secret = newSecret()
    const { person } = context
    const client_id = await inTransaction(context.db, async (db) => {
      refuseMoreThanOwn(person, await grantsOfApps(db, [id]))
      const kept = await db
        .updateTable('client_app')
        .set(({ eb, fn }) => ({
          secret_hash: hashOfSecret(secret),
          secret_at: fn<string>('now'),
          secret_by: person.id,
          bound: !mayEverything(person),
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
