import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { answerInspection } from '../../shared/endpoints/inspections.ts'
import type { Database } from '../kit/database/tables.ts'
import { serve } from '../kit/serve.ts'
import { answer } from './answer.ts'
import { beginRounds, followOverdue } from './begin-rounds.ts'
import type { FindingAlarms } from './ports.ts'

type Changed = (entity: string, id: number) => void

export const inspectionRoutes = (app: FastifyInstance, alarms: FindingAlarms, changed: Changed): void =>
  serve(app, answerInspection, answer(alarms, changed))

/** What comes of plans by itself: rounds that begin, and inspections that are overdue. */
export async function followInspections(db: Kysely<Database>, changed: Changed): Promise<void> {
  for (const { work_order_id, inspection_ids } of await beginRounds(db)) {
    changed('work_order', work_order_id)
    for (const id of inspection_ids) changed('inspection', id)
  }
  for (const id of await followOverdue(db)) changed('inspection', id)
}
