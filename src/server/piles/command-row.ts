import type { Kysely } from 'kysely'
import type { pileCommands } from '../../shared/endpoints/pile-commands.ts'
import { command as commandEntity } from '../../shared/entities/command.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound } from '../kit/refusal.ts'

export type Sent = Data<typeof pileCommands.reset>

/** A command as the API gives it. */
export async function commandRow(db: Kysely<Database>, id: number): Promise<Sent> {
  const [command] = await rowsOf(db, commandEntity, [id])
  if (!command) throw notFound()
  return { command: command as unknown as Sent['command'] }
}
