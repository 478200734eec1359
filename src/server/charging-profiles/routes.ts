import type { FastifyInstance } from 'fastify'
import { askSchedule, profilesInPile } from '../../shared/endpoints/charging-profiles.ts'
import { serve } from '../kit/serve.ts'
import { profilesOf } from './in-pile.ts'
import type { AskPile } from './ports.ts'

/** What charging profiles have beside the plain calls: what is in a pile, and what a pile says it comes to. */
export function chargingProfileRoutes(app: FastifyInstance, ask: AskPile): void {
  serve(app, profilesInPile, ({ pile_id }, context) => profilesOf(pile_id, context))

  serve(app, askSchedule, async ({ pile_id, ...asked }) => {
    const answer = await ask(pile_id, { ask: 'read_schedule', ...asked })
    return { word: answer?.word ?? null, schedule: answer?.schedule ?? null }
  })
}
