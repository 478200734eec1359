import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refusalOfDatabase } from './postgres-errors.ts'
import { Refusal } from './refusal.ts'
import { refused } from './reply.ts'
import { languageOf } from './words.ts'

/** Answers whatever was thrown. Only a fault of ours is logged, under the number that the caller is told. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error) ?? fault(error, request)
  if (refusal.code === 503) request.log.warn({ err: error }, 'the database did not answer')
  return reply
    .code(refusal.code)
    .type('application/json; charset=utf-8')
    .send(refused(refusal, languageOf(request.headers['accept-language'])))
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerError(new Refusal(404, 'route_not_found'), request, reply)

function refusalOf(error: unknown): Refusal | null {
  return error instanceof Refusal ? error : (refusalOfDatabase(error) ?? refusalOfHttp(error as FastifyError))
}

/** What Fastify refuses before a handler runs: bodies that are no JSON, too large, of another type. */
function refusalOfHttp(error: FastifyError): Refusal | null {
  const status = error.statusCode
  if (status === 413) return new Refusal(413, 'too_large')
  if (status === 415) return new Refusal(415, 'unsupported_media')
  if (status === 408) return new Refusal(408, 'too_slow')
  if (status && status >= 400 && status < 500) return new Refusal(400, 'malformed')
  return null
}

function fault(error: unknown, request: FastifyRequest): Refusal {
  request.log.error({ err: error, method: request.method, url: request.routeOptions.url }, 'a request failed')
  return new Refusal(500, 'internal', { figures: { id: request.id } })
}
