import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { endMaintenance } from '../../shared/endpoints/maintenance.ts'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { refusePart } from './maintenance-extension.ts'

export function maintenanceRoutes(app: FastifyInstance): void {
  serve(app, endMaintenance, async ({ id }, { db, person }) => {
    await refusePart(db, person, [id])
    // The database sets the state by the times.
    const { rows } = await sql<{ state: 'over' | 'cancelled' }>`
      update maintenance set ended_at = now(), version = version + 1, updated_at = now() where id = ${id} and over_at > now()
      returning state`.execute(db)
    const state = rows[0]?.state
    if (!state) throw new Refusal(409, 'maintenance:errors.is_over')
    return { id, state }
  })
}

/** Writes into the rows what began or ended by itself. Tells which: nothing hangs on it but what lists show. */
export async function followMaintenance(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update maintenance m set state = maintenance_state(m)
    where state in ('planned', 'under_way') and state <> maintenance_state(m) returning id`.execute(db)
  return rows.map(({ id }) => id)
}
