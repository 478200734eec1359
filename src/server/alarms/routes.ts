import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { alarm } from '../../shared/entities/alarm.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { serve } from '../kit/serve.ts'
import { decide } from './handle.ts'

export const alarmRoutes = (app: FastifyInstance) => serve(app, handleAlarm, decide)

/** The list counts alarms by status, over all other filters. */
export const alarmExtension: Extension<typeof alarm> = {
  summary: async (where, { db }) => {
    const { rows } = await sql<{ status: string; count: number }>`
      select t.status, count(*) as count from alarm t where ${where('status')} group by t.status`.execute(db)
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    return { open: 0, processed: 0, confirmed: 0, ...counts }
  },
}
