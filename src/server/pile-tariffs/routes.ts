import type { FastifyInstance } from 'fastify'
import { pileTariff } from '../../shared/endpoints/pile-tariffs.ts'
import { serve } from '../kit/serve.ts'
import { tariffOfPile } from './view.ts'

export function pileTariffRoutes(app: FastifyInstance): void {
  serve(app, pileTariff, ({ id }, { db }) => tariffOfPile(db, id))
}
