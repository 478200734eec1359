import type { Kysely } from 'kysely'
import type { pileMonitors } from '../../shared/endpoints/monitors.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Database } from './database/tables.ts'

/** What a pile watches, the worst first. */
export async function monitorsOf(db: Kysely<Database>, pile_id: number): Promise<Data<typeof pileMonitors>> {
  const monitors = await db
    .selectFrom('pile_monitor')
    .select(['number', 'component', 'component_instance', 'evse', 'connector', 'variable', 'variable_instance'])
    .select(['watch', 'value', 'level', 'in_session', 'told_at'])
    .where('pile_id', '=', pile_id)
    .orderBy('level')
    .orderBy('number')
    .execute()
  return { monitors }
}
