import type { FastifyInstance } from 'fastify'
import { berthPlan, notePlate, numberBerths, sayOfBerth } from '../../shared/endpoints/berths.ts'
import { serve } from '../kit/serve.ts'
import { numberAt } from './number.ts'
import { planOf } from './plan.ts'
import { note } from './plates.ts'
import { refuseOvertaken, say } from './say.ts'

/** Everything of berths that is not the entity's plain calls. */
export function berthRoutes(app: FastifyInstance): void {
  serve(app, berthPlan, ({ site_id }, context) => planOf(context, site_id))
  serve(app, sayOfBerth, say, { finish: refuseOvertaken })
  serve(app, notePlate, async (said, context) => {
    context.afterCommit(() => app.kit.changed('berth', said.id))
    return note(said, context)
  })
  serve(app, numberBerths, async (body, context) => {
    const { ids, ...done } = await numberAt(body, context)
    context.afterCommit(() => {
      for (const id of ids) app.kit.changed('berth', id)
    })
    return done
  })
}
