import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { provinces } from '../../shared/endpoints/regions.ts'
import { wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { regionsBelow, regionTree } from './regions.ts'

const DAY = 86_400

/** The divisions of China. They change once a year: who has them is told so instead of getting them again. */
export function regionRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
      const etag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`
      reply.headers({ etag, 'cache-control': `private, max-age=${DAY}`, vary: 'Accept-Language, Accept-Encoding' })
      if (request.headers['if-none-match'] !== etag) return payload
      reply.code(304)
      return null
    })
    serve(scope, provinces, async ({ parent_id = 0, tree }, { language }) => {
      if (tree) return regionTree(language, parent_id)
      const found = regionsBelow(parent_id, language)
      if (!found) throw wrongField('parent_id', 'unknown_reference')
      return found
    })
  })
}
