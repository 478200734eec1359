import { type Kysely, sql } from 'kysely'
import type { Database } from '../../kit/database/tables.ts'
import type { StalePilePorts } from '../ports.ts'

export type RefusedPorts = Pick<StalePilePorts, 'alarms' | 'flag'> & { db: Kysely<Database> }

const REFUSED = 'LocalListRefused'

/** The pile did not take a change: a card that it goes on letting in is an alarm. */
export async function noteRefused(
  { db, alarms }: RefusedPorts,
  pile_id: number,
  word: string,
  tags?: readonly string[],
): Promise<void> {
  const kept = await db
    .updateTable('local_list_entry')
    .set({ refused_as: word.slice(0, 60) })
    .where('pile_id', '=', pile_id)
    .where('due', 'is not', null)
    .$if(tags !== undefined, (query) => query.where('tag', '=', sql<string>`any(${[...(tags ?? [])]})`))
    .returning('due')
    .execute()
  if (kept.some(({ due }) => due === 'blocked'))
    await alarms.raise({ id: pile_id }, listAlarm(REFUSED, word.slice(0, 60)))
}

/** It took everything. */
export const forgetRefused = ({ alarms }: RefusedPorts, pile_id: number): Promise<void> =>
  alarms.clear({ id: pile_id }, REFUSED, null, Date.now())

export const listAlarm = (code: string, message: string) => ({
  ...{ code, message, kind: 'security' as const },
  connector_number: null,
  at: Date.now(),
})
