import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { resetPilePassword } from '../../shared/endpoints/piles.ts'
import { pile } from '../../shared/entities/pile.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import type { Database } from '../kit/database/tables.ts'
import { newPileSecret } from '../kit/pile-secret.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { inTransaction } from '../kit/transaction.ts'
import { keepPassword } from './keep-password.ts'
import type { PileCommands, Sockets } from './needs.ts'

type Told = Data<typeof resetPilePassword>['told']

/** The standard's name of a pile's password. */
const PASSWORD_KEY = 'AuthorizationKey'
/** Within the 10 s after which the console gives up on a request. */
const ANSWER_WITHIN_MS = 8_000

/**
 * Gives a pile a fresh password. It counts from here on, whatever the pile says: one that is connected is told it
 * (OCPP security whitepaper, A00.FR.001: ChangeConfiguration of AuthorizationKey), and one that will not take it has to
 * be given it by hand, which its lost socket says plainly.
 */
export function newPasswordRoute(app: FastifyInstance, commands: PileCommands, sockets: Sockets): void {
  serve(app, resetPilePassword, async ({ id }, context) => {
    const password = newPileSecret()
    await inTransaction(context.db, async (db) => {
      await refuseGone(db, id)
      await keepPassword(db, id, password)
      await audit(db, context, { action: 'reset-password', entity: 'pile', entity_id: id, before: null, after: { id } })
    })
    app.kit.changed('pile', id)
    const told = sockets.connected(id) ? await tell(commands, { id, password }, context) : 'not_connected'
    if (told !== 'taken') sockets.disconnect(id, 'this pile has a new password')
    return { password, told }
  })
}

/** Archived, it is not let in with any password. */
async function refuseGone(db: Kysely<Database>, id: number): Promise<void> {
  const found = await db.selectFrom('pile').select('archived_at').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw notFound()
  refuseArchived(pile, found)
}

async function tell(
  commands: PileCommands,
  { id, password }: { id: number; password: string },
  { person }: Context,
): Promise<Told> {
  const { answer } = await commands.ask({
    pile_id: id,
    connector_number: null,
    action: 'ChangeConfiguration',
    payload: { key: PASSWORD_KEY, value: password },
    asked_by: person.name,
    timeoutMs: ANSWER_WITHIN_MS,
  })
  return answer?.status === 'Accepted' || answer?.status === 'RebootRequired' ? 'taken' : 'refused'
}
