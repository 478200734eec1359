import type { FastifyInstance } from 'fastify'
import { type MapSource, mapSource, sitesNow, siteToday } from '../../shared/endpoints/sites.ts'
import { NOBODY } from '../kit/person.ts'
import { serve } from '../kit/serve.ts'
import { sitesWithStates } from './site-states.ts'
import { todayAt } from './site-today.ts'
import { Turns } from './turns.ts'

/** Everything of sites that is not the entity's plain calls. */
export function siteRoutes(app: FastifyInstance, source: MapSource): void {
  const { db } = app.kit
  const now = new Turns(() => sitesWithStates({ db, person: { ...NOBODY, reach: null } }))
  serve(app, siteToday, ({ id }, context) => todayAt(context, id))
  serve(app, sitesNow, (_, { person }) => (person.reach === null ? now.ask() : sitesWithStates({ db, person })))
  serve(app, mapSource, async () => source)
}
