import type { FastifyInstance } from 'fastify'
import { type MapSource, mapSource, sitesNow, siteToday } from '../../shared/endpoints/sites.ts'
import { serve } from '../kit/serve.ts'
import { sitesWithStates } from './site-states.ts'
import { todayAt } from './site-today.ts'

/** Everything of sites that is not the entity's plain calls. */
export function siteRoutes(app: FastifyInstance, source: MapSource): void {
  serve(app, siteToday, ({ id }, { db }) => todayAt(db, id))
  serve(app, sitesNow, (_, { db }) => sitesWithStates(db))
  serve(app, mapSource, async () => source)
}
