import type { FastifyInstance } from 'fastify'
import { alarmView, handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { alarm } from '../../shared/entities/alarm.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { serve } from '../kit/serve.ts'
import { decide, refuseLate } from './handle.ts'
import { viewAlarm } from './view.ts'

export function alarmRoutes(app: FastifyInstance) {
  serve(app, handleAlarm, decide, { finish: refuseLate })
  serve(app, alarmView, viewAlarm)
}

/** The list counts alarms by status, over all other filters. */
export const alarmExtension: Extension<typeof alarm> = {
  summary: async (_, __, list) => ({
    open: 0,
    processed: 0,
    confirmed: 0,
    ...(await list.overview([], 'status')).counts,
  }),
}
