import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { FALLBACK } from '../../shared/kit/languages.ts'
import { refusalOfDatabase } from './postgres-errors.ts'
import { Meaning, Refusal } from './refusal.ts'
import { refused } from './reply.ts'
import { languageOf } from './words.ts'

/** Answers whatever was thrown. Only a fault of ours is logged, under the number that the caller is told. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error) ?? fault(error, request)
  request.server.kit.refused?.(refusal, request)
  sayWhatFailed(error, refusal, request)
  const { seconds } = refusal.figures
  if (refusal.code === 429 && seconds !== undefined) reply.header('retry-after', seconds)
  return reply
    .code(refusal.code)
    .type('application/json; charset=utf-8')
    .send(refused(refusal, languageOf(request.headers['accept-language'])))
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerError(new Refusal(404, 'route_not_found'), request, reply)

/** Answers bytes that Node could not read as a request; there is none yet, so in the fallback, and the socket ends. */
export function answerUnread(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal = refusalOfBytes(error.code)
  const body = JSON.stringify(refused(refusal, FALLBACK))
  const head = [
    `HTTP/1.1 ${refusal.code} ${STATUS_CODES[refusal.code]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function refusalOfBytes(code: string): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal(431, 'too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal(408, 'too_slow')
  return new Refusal(400, 'malformed')
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Meaning) return error.refusal
  return error instanceof Refusal ? error : (refusalOfDatabase(error) ?? refusalOfHttp(error as FastifyError))
}

/** What is no fault of ours and yet a matter for who runs this. */
function sayWhatFailed(error: unknown, { code, cause }: Refusal, request: FastifyRequest): void {
  if (cause) request.log.warn({ err: cause }, 'what this server needs did not do its part')
  else if (code === 503 && !(error instanceof Refusal)) request.log.warn({ err: error }, 'the database did not answer')
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
  request.server.kit.failed?.(error, {
    place: `${request.method} ${request.routeOptions.url ?? '?'}`,
    user_name: request.person?.user_name ?? '',
    agent: String(request.headers['user-agent'] ?? ''),
  })
  return new Refusal(500, 'internal', { figures: { id: request.id } })
}
