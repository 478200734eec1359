import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../shared/kit/endpoint.ts'
import { byReplica, sayWritten } from './by-replica.ts'
import type { Context } from './context.ts'
import { contextOf, heldReach, inputOf, routeOf } from './serve.ts'

type Schema = z.ZodMiniType

export interface FileAnswer {
  /** As the caller saves it; any language's letters. */
  name: string
  type: string
  content: Readable | Buffer
  headers?: Readonly<Record<string, string>>
}

/**
 * Answers an endpoint with a file. What fails before its first byte is refused like any other call; afterwards the
 * connection is cut, so that no part of a file passes for the whole.
 */
export function serveFile<B extends Schema>(
  app: FastifyInstance,
  endpoint: Endpoint<B>,
  handler: (body: z.output<B>, context: Context) => Promise<FileAnswer>,
): void {
  app.route({
    ...routeOf(endpoint),
    // Sheets are packed as they are; packing text again would hold back what is to arrive as it is made.
    compress: false,
    handler: async (request, reply) => {
      const context = contextOf(request, (run) => run())
      await heldReach(context.db, endpoint, request)
      const input = inputOf(endpoint, request) as z.output<B>
      const file = await byReplica(endpoint, { request, reply }, (db) => handler(input, { ...context, db }))
      await sayWritten(endpoint, { request, reply })
      return sendFile(reply, file)
    },
  })
}

function sendFile(reply: FastifyReply, { name, type, content, headers = {} }: FileAnswer): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': dispositionOf(name),
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .type(type)
    .send(content)
}

/** RFC 6266: the name in UTF-8, and in ASCII for who does not read that. */
export function dispositionOf(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
