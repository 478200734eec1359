import type { FastifyInstance } from 'fastify'
import { pileScreen } from '../../shared/endpoints/screens.ts'
import { serve } from '../kit/serve.ts'
import { screenOf } from './in-pile.ts'

/** What the screens of piles hold. */
export function screenRoutes(app: FastifyInstance): void {
  serve(app, pileScreen, ({ id }, context) => screenOf(id, context))
}
