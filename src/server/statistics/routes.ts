import type { FastifyInstance } from 'fastify'
import { statistics } from '../../shared/endpoints/statistics.ts'
import { serve } from '../kit/serve.ts'
import { statisticsOf } from './statistics.ts'

export function statisticsRoutes(app: FastifyInstance): void {
  const { db } = app.kit
  serve(app, statistics, (asked, { person }) => statisticsOf({ db, person }, asked))
}
