import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { resetPilePassword } from '../../shared/endpoints/piles.ts'
import { pile } from '../../shared/entities/pile.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import type { Database } from '../kit/database/tables.ts'
import { passwordByHand } from '../kit/new-pile-passwords.ts'
import { hashPileSecret, newPileSecret } from '../kit/pile-secret.ts'
import { notFound } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { PileCommands, Sockets } from './ports.ts'

type Made = Data<typeof resetPilePassword>

/** Within the 10 s after which the console gives up on a request. */
const ANSWER_WITHIN_MS = 8_000

/**
 * Gives a pile a fresh password. One that is connected is told it (OCPP security whitepaper, A00.FR.001);
 * for any other, or on request, it is made to be entered there. Nobody is locked out by it: the old one counts until the new one is used, and one
 * that the pile refuses never counts. A stolen old password ends at once by disabling the pile.
 */
export function newPasswordRoute(app: FastifyInstance, commands: PileCommands, sockets: Sockets): void {
  serve(app, resetPilePassword, async ({ id, by_hand = false }, context): Promise<Made> => {
    const asked = { id, password: newPileSecret() }
    const isTold = sockets.connected(id) && !by_hand
    await inTransaction(context.db, async (db) => {
      await refuseGone(db, id)
      if (!isTold) await passwordByHand(db, id, hashPileSecret(asked.password))
      await audit(db, context, { action: 'reset-password', entity: 'pile', entity_id: id, before: null, after: { id } })
    })
    app.kit.changed('pile', id)
    if (!isTold) return { password: asked.password, told: by_hand ? 'by_hand' : 'not_connected' }
    return tell(commands, asked, context)
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
  { person, db }: Context,
): Promise<Made> {
  const { id: command_id } = await commands.ask({
    pile_id: id,
    connector_number: null,
    intent: { ask: 'set_password', password },
    asked_by: person.name,
    timeoutMs: ANSWER_WITHIN_MS,
  })
  const { status } = await db
    .selectFrom('command')
    .select('status')
    .where('id', '=', command_id)
    .executeTakeFirstOrThrow()
  const told = TOLD[status] ?? 'no_answer'
  // Its socket went just before.
  if (told === 'not_connected') await passwordByHand(db, id, hashPileSecret(password))
  return { password: told === 'refused' ? null : password, told }
}

/** By the command's state; in any other the pile may have it or not. */
const TOLD: Readonly<Record<string, Made['told']>> = {
  accepted: 'taken',
  done: 'taken',
  refused: 'refused',
  failed: 'refused',
  not_sent: 'refused',
  not_connected: 'not_connected',
}
