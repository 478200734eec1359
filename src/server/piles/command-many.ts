import type { PileCommand } from '../../shared/commands/declare.ts'
import type { bulkCommands } from '../../shared/endpoints/pile-commands.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { auditAll } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { plainIntent, type Said } from './intents.ts'
import type { PileCommands, Sockets } from './ports.ts'

type Many = Data<ReturnType<typeof bulkCommands.get> & object>

interface Deps {
  commands: PileCommands
  sockets: Sockets
  changed: (entity: string, id: number) => void
}

/** A command of a part of the pile means all of it here, one of any gun none in particular. */
const WHOLE = { pile: {}, part: { connector_number: 0 }, any: { connector_number: null }, gun: {} } as const

/** Gives one command to many piles: written down for all of them at once, sent when that is durable. */
export async function commandMany(
  command: PileCommand,
  { ids, ...said }: Said & { ids: number[] },
  context: Context,
  { commands, sockets, changed }: Deps,
): Promise<Many> {
  const { db, person } = context
  const place: Said = WHOLE[command.about]
  const intent = plainIntent(command, { ...said, ...place })
  // In one order, so that two of these at once never wait for each other.
  const piles = await db
    .selectFrom('pile')
    .select(['id', 'station_number'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const full: Many['full'] = []
  const asked: number[] = []
  for (const { id: pile_id, station_number: title } of piles) {
    const order = { pile_id, connector_number: place.connector_number ?? null, intent, asked_by: person.name }
    const written = await commands.write(order, db).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 409) return null
      throw error
    })
    if (!written) {
      full.push({ id: pile_id, title })
      continue
    }
    asked.push(pile_id)
    context.afterCommit(() => {
      changed('command', written.id)
      void written.send()
    })
  }
  const note = { action: command.name, entity: 'pile', before: null, after: { ...said } }
  await auditAll(
    db,
    context,
    asked.map((entity_id) => ({ ...note, entity_id })),
  )
  return { asked: asked.length, not_connected: asked.filter((id) => !sockets.connected(id)).length, full }
}
