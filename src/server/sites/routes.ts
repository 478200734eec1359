import type { FastifyInstance } from 'fastify'
import { type MapSource, mapSource, sitesNow, siteToday } from '../../shared/endpoints/sites.ts'
import { serve } from '../kit/serve.ts'
import { sitesWithStates } from './site-states.ts'
import { todayAt } from './site-today.ts'
import { Turns } from './turns.ts'

/** Everything of sites that is not the entity's plain calls. */
export function siteRoutes(app: FastifyInstance, source: MapSource): void {
  const { db } = app.kit
  const now = new Turns(() => sitesWithStates(db))
  serve(app, siteToday, ({ id }, context) => todayAt(context.db, id))
  serve(app, sitesNow, () => now.ask())
  serve(app, mapSource, async () => source)
}
