import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Payload, PileCommand } from '../../shared/commands/declare.ts'
import { everyOffered, type OfferedName } from '../../shared/commands/index.ts'
import type { uploadDiagnostics } from '../../shared/commands/upload-diagnostics.ts'
import { bulkCommands, pileCommands } from '../../shared/endpoints/pile-commands.ts'
import type { Endpoint } from '../../shared/kit/endpoint.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { commandMany, type ManyPiles } from './command-many.ts'
import { commandRow, type Sent } from './command-row.ts'
import { intentOf, type Resolvers, type Said } from './intents.ts'
import type { AskDiagnostics, CanAsk, PileCommands, PileReading, Sockets } from './ports.ts'

/** The console gives up on a request after 10 s; what becomes of the command afterwards is told live. */
const ANSWER_WITHIN_MS = 8_000

type Order = Said & { id: number }
type SaidUpload = Payload<typeof uploadDiagnostics>

interface CommandDeps {
  commands: PileCommands
  sockets: Sockets
  canAsk: CanAsk
  campaigns: StartCampaign
  reading: PileReading
  askDiagnostics: AskDiagnostics
  /** What other features make of what is said. */
  others: Resolvers
}

/** The calls of all commands, each with its permission. Answered with the command as it is when the pile has answered. */
export function commandRoutes(
  app: FastifyInstance,
  { commands, sockets, canAsk, askDiagnostics, ...many }: CommandDeps,
): void {
  const { db, changed } = app.kit

  async function finish({ command }: Sent): Promise<Sent> {
    await commands.answered(command.id, ANSWER_WITHIN_MS)
    return commandRow(db, command.id)
  }

  const write = async (command: PileCommand, { id: pile_id, ...said }: Order, context: Context) => {
    await refuseUnknown(context.db, pile_id)
    refuseElsewhere(command, said, sockets.connected(pile_id))
    if (command.connected && !canAsk(pile_id).includes(command.name)) throw new Refusal(409, 'commands:not_spoken')
    const connector_number = said.connector_number ?? null
    const place = command.about === 'any' ? { connector_number } : {}
    const { others } = many
    const { intent, written } =
      command.name === 'upload_diagnostics'
        ? askDiagnostics({ ...(said as SaidUpload), pile_id }, context)
        : { intent: await intentOf(command, pile_id, { ...said, ...place }, { context, others }), written: null }
    const asked = { pile_id, connector_number, intent, asked_by: context.person.name }
    const { id, send } = await commands.write(asked, context.db)
    await written?.(id)
    context.afterCommit(() => {
      changed('command', id)
      void send()
    })
    return commandRow(context.db, id)
  }

  for (const command of everyOffered) {
    const call = pileCommands[command.name as OfferedName] as unknown as Endpoint
    serve(app, call, (order, context) => write(command, order as Order, context), { finish: finish as never })
    const bulk = bulkCommands.get(command.name)
    if (bulk) {
      serve(app, bulk, (order, context) => commandMany(command, order as ManyPiles, context, { sockets, ...many }))
    }
  }
}

/** Where it makes no sense whatever the pile says. */
function refuseElsewhere({ about, connected }: PileCommand, said: Said, isConnected: boolean): void {
  if (connected && !isConnected) throw new Refusal(409, 'commands:pile_offline')
  if (about === 'gun' && said.connector_number === 0) throw wrongField('connector_number', 'commands:no_connector')
}

async function refuseUnknown(db: Kysely<Database>, id: number): Promise<void> {
  const pile = await db.selectFrom('pile').select('id').where('id', '=', id).executeTakeFirst()
  if (!pile) throw notFound()
}
