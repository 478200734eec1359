import type { FastifyInstance } from 'fastify'
import { berthPlan, numberBerths } from '../../shared/endpoints/berths.ts'
import { serve } from '../kit/serve.ts'
import { numberAt } from './number.ts'
import { planOf } from './plan.ts'

/** Everything of berths that is not the entity's plain calls. */
export function berthRoutes(app: FastifyInstance): void {
  serve(app, berthPlan, ({ site_id }, context) => planOf(context, site_id))
  serve(app, numberBerths, async (body, context) => {
    const { ids, ...done } = await numberAt(body, context)
    context.afterCommit(() => {
      for (const id of ids) app.kit.changed('berth', id)
    })
    return done
  })
}
