import type { FastifyInstance } from 'fastify'
import { actOnAlarm, alarmPeople, alarmView, handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { alarm } from '../../shared/entities/alarm.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { serve } from '../kit/serve.ts'
import { actOn } from './act.ts'
import { refuseLate } from './case.ts'
import { decide } from './handle.ts'
import { peopleFor } from './people.ts'
import type { AlarmPorts } from './ports.ts'
import { viewAlarm } from './view.ts'

export function alarmRoutes(app: FastifyInstance, ports: AlarmPorts) {
  serve(app, handleAlarm, decide, { finish: refuseLate })
  serve(app, actOnAlarm, actOn(ports), { finish: refuseLate })
  serve(app, alarmView, viewAlarm)
  serve(app, alarmPeople, async (body, context) => ({
    people: (await peopleFor(ports, body, context)).map(({ id, name }) => ({
      id,
      name,
      own: id === context.person.id,
    })),
  }))
}

/** The list counts alarms by status, over all other filters. */
export const alarmExtension: Extension<typeof alarm> = {
  summary: async (_, __, list) => ({
    open: 0,
    processed: 0,
    confirmed: 0,
    recovered: 0,
    ...(await list.overview([], 'status')).counts,
  }),
}
