import type { FastifyInstance } from 'fastify'
import { applyTemplate, templateDrift } from '../../shared/endpoints/configuration-templates.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import { serve } from '../kit/serve.ts'
import { apply } from './apply.ts'
import { driftList } from './drift-list.ts'

/** What templates have beside the plain calls: which piles differ, and bringing them to it. */
export function configurationTemplateRoutes(app: FastifyInstance, campaigns: StartCampaign): void {
  serve(app, templateDrift, driftList)
  serve(app, applyTemplate, (asked, context) => apply(asked, context, campaigns))
}
