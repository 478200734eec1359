import type { FastifyInstance } from 'fastify'
import { cancelCampaign, pauseCampaign, resumeCampaign, retryCampaign } from '../../shared/endpoints/campaigns.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { serve } from '../kit/serve.ts'
import type { Campaigns } from './campaigns.ts'
import { control } from './control.ts'

const CONTROLS = [
  ['pause', pauseCampaign],
  ['resume', resumeCampaign],
  ['cancel', cancelCampaign],
  ['retry', retryCampaign],
] as const

export function campaignRoutes(app: FastifyInstance, campaigns: Campaigns): void {
  for (const [name, endpoint] of CONTROLS) {
    const carryOut = control(name)
    serve(app, endpoint, async ({ id }, context) => {
      const row = await carryOut(id, context)
      context.afterCommit(() => campaigns.wake())
      return row as unknown as Data<typeof endpoint>
    })
  }
}
