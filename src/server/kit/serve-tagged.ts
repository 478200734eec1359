import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../shared/kit/endpoint.ts'
import type { Context } from './context.ts'
import { ok } from './reply.ts'
import { contextOf, heldReach, inputOf, routeOf } from './serve.ts'

type Schema = z.ZodMiniType

interface Tagged<Data> {
  /** Another one as soon as anything of the answer is; cheaper to find than the answer. */
  tag: string
  read(): Promise<Omit<Data, 'tag'>>
}

/**
 * Answers an endpoint whose data carries a `tag`: who names the tag of what they have (If-None-Match, RFC 9110 13.1.2) is told by a
 * bare 304 that it is still so.
 */
export function serveTagged<B extends Schema, D extends z.ZodMiniType<{ tag: string }>>(
  app: FastifyInstance,
  endpoint: Endpoint<B, D>,
  handler: (body: z.output<B>, context: Context) => Promise<Tagged<z.output<D>>>,
): void {
  app.route({
    ...routeOf(endpoint),
    handler: async (request, reply) => {
      const context = contextOf(request, (run) => run())
      await heldReach(context.db, endpoint, request)
      const { tag, read } = await handler(inputOf(endpoint, request) as z.output<B>, context)
      reply.header('etag', `"${tag}"`)
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return ok({ ...(await read()), tag }, context.language, endpoint.says)
    },
  })
}

/** A proxy that packs an answer makes its tag a weak one. */
const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((named) => named.trim().replace(/^W\//, '') === `"${tag}"`)
