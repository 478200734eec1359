import type { FastifyInstance } from 'fastify'
import { firmwareAddress, firmwareMatrix, pushFirmware } from '../../shared/endpoints/firmware.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import { serve } from '../kit/serve.ts'
import { matrixOf } from './matrix.ts'
import { push } from './push.ts'

interface Parts {
  campaigns: StartCampaign
  /** Where piles reach this console, where that is said. */
  pileUrl: string | null
}

/** What firmware tasks have beside the plain calls: pushing, and which piles run what. */
export function firmwareRoutes(app: FastifyInstance, parts: Parts): void {
  serve(app, pushFirmware, (asked, context) => push(asked, context, parts))
  serve(app, firmwareAddress, async (_, { origin }) => ({
    ...{ address: parts.pileUrl ?? origin, is_set: parts.pileUrl !== null },
  }))
  serve(app, firmwareMatrix, (_, context) => matrixOf(context))
}
