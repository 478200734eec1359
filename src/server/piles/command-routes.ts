import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Intent } from '../../shared/domain/intent.ts'
import {
  changeAvailability,
  reportOf,
  resetPile,
  startCharging,
  stopCharging,
  triggerMessage,
  unlockConnector,
} from '../../shared/endpoints/piles.ts'
import type { Endpoint } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { commandRow, type Sent } from './command-row.ts'
import type { PileCommands, Sockets } from './ports.ts'
import { openOrder, tagToStart } from './start-charging.ts'

type OfPile = z.ZodMiniType<{ id: number }>

/** What an endpoint asks a pile for. */
type Meaning<B extends OfPile> = (
  body: z.output<B>,
  context: Context,
) => Promise<{ connector_number: number | null; intent: Intent }>

type Ordered = <B extends OfPile>(endpoint: Endpoint<B, (typeof resetPile)['data']>, meaning: Meaning<B>) => void

/** The console gives up on a request after 10 s; what becomes of the command afterwards is told live. */
const ANSWER_WITHIN_MS = 8_000

/** The calls that everyday work needs, each with its permission. Answered with the command as it is when the pile has answered. */
export function commandRoutes(app: FastifyInstance, commands: PileCommands, sockets: Sockets): void {
  const { db, changed } = app.kit

  async function finish({ command }: Sent): Promise<Sent> {
    await commands.answered(command.id, ANSWER_WITHIN_MS)
    return commandRow(db, command.id)
  }

  const ordered: Ordered = (endpoint, meaning) => {
    const write = async (body: { id: number }, context: Context) => {
      await refuseUnknown(context.db, body.id)
      const asked = await meaning(body as never, context)
      const { id, send } = await commands.write(
        { pile_id: body.id, asked_by: context.person.name, ...asked },
        context.db,
      )
      context.afterCommit(() => {
        changed('command', id)
        void send()
      })
      return commandRow(context.db, id)
    }
    serve(app, endpoint, write, { finish })
  }
  sessionCommands(ordered, sockets)
  pileCommands(ordered)
}

function sessionCommands(ordered: Ordered, sockets: Sockets): void {
  ordered(startCharging, async ({ id, connector_number, customer_id }, context) => {
    // A start that waited for the pile would charge a car that nobody expects it to.
    if (!sockets.connected(id)) throw new Refusal(409, 'commands:pile_offline')
    const card_number = await tagToStart(context.db, { pile_id: id, connector_number }, customer_id)
    return { connector_number, intent: { ask: 'start', connector_number, card_number } }
  })
  ordered(stopCharging, async ({ id, connector_number, order_id }, context) => {
    const order = await openOrder(context.db, id, connector_number, order_id)
    if (!order) throw new Refusal(409, 'commands:nothing_to_stop')
    return { connector_number, intent: { ask: 'stop', transaction_id: String(order.transaction_id) } }
  })
  ordered(unlockConnector, async ({ connector_number }) => {
    if (connector_number === 0) throw wrongField('connector_number', 'commands:no_connector')
    return { connector_number, intent: { ask: 'unlock', connector_number } }
  })
}

function pileCommands(ordered: Ordered): void {
  ordered(resetPile, async ({ type }) => ({ connector_number: null, intent: { ask: 'reset', hard: type === 'Hard' } }))
  ordered(changeAvailability, async ({ connector_number, type }) => {
    return { connector_number, intent: { ask: 'set_available', connector_number, available: type === 'Operative' } }
  })
  ordered(triggerMessage, async ({ connector_number = null, message }) => ({
    connector_number,
    intent: { ask: 'report', report: reportOf(message), connector_number },
  }))
}

async function refuseUnknown(db: Kysely<Database>, id: number): Promise<void> {
  const pile = await db.selectFrom('pile').select('id').where('id', '=', id).executeTakeFirst()
  if (!pile) throw notFound()
}
