import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Endpoint, Reply } from '../../shared/kit/endpoint.ts'
import type { Fields } from '../../shared/kit/fields.ts'
import { audited } from './audited.ts'
import { type Asked, byReplica, sayWritten } from './by-replica.ts'
import { addressOf } from './client-address.ts'
import type { Context } from './context.ts'
import type { Database } from './database/tables.ts'
import { documentation } from './documentation.ts'
import { attemptOf, once } from './idempotency.ts'
import { holdReach } from './reach/hold.ts'
import { Refusal } from './refusal.ts'
import { ok } from './reply.ts'
import { inTransaction } from './transaction.ts'
import { parse } from './validation.ts'
import { languageOf } from './words.ts'

type Schema = z.ZodMiniType

/** Calls of an address to each public route; a lot's staff share one. */
const PUBLIC_A_MINUTE = 300

/** Calls of a person, or a client app, to each route that takes or gives a file: a sheet or a picture costs what a thousand looks cost. */
const FILES_A_MINUTE = 120

/** Nobody writes more than a name, a contact and a code before they are let in. */
const PUBLIC_BYTES = 16_384

/** Its body's bounds are said in the units of `fields`. */
type Served<B extends Schema, D extends Schema> = Endpoint<B, D> & { readonly fields?: Fields }

interface Serving<Body, Prepared, Data> {
  /** Slow work that needs no database, done before the transaction begins: no connection is held meanwhile. */
  prepare?(body: Body, context: Context): Promise<Prepared>
  /** Brings the answer up to date before it is sent, once what was written is durable; that of a repeated request as well. */
  finish?(data: Data): Promise<Data>
}

/**
 * Answers an endpoint of the contract: its permission is held, its body validated, a repeated request answered
 * from what was kept, its change audited. The handler gets the parsed body and what was prepared, and gives the answer's `data`.
 */
export function serve<B extends Schema, D extends Schema, P = undefined>(
  app: FastifyInstance,
  endpoint: Served<B, D>,
  handler: (body: z.output<B>, context: Context, prepared: P) => Promise<z.output<D>>,
  { prepare, finish }: Serving<z.output<B>, P, z.output<D>> = {},
): void {
  app.route({
    ...routeOf(endpoint),
    handler: async (request, reply) => {
      const input = inputOf(endpoint, request) as z.output<B>
      const prepared = (await prepare?.(
        input,
        contextOf(request, () => {}),
      )) as P
      const done = await perform(endpoint, { request, reply }, (context) => handler(input, context, prepared))
      if (done.replayed) reply.header('Idempotent-Replayed', 'true')
      const answer = finish ? { ...done.reply, data: await finish(done.reply.data as z.output<D>) } : done.reply
      if (done.stands) throw new Refusal(409, 'stands_already', { data: { stands: answer.data } })
      return answer
    },
  })
}

/** An endpoint's route: its permission is held and its input validated before the handler runs. */
export function routeOf(endpoint: Served<Schema, Schema>) {
  const { method, path, permission, reaches, enrolling, fields, takes } = endpoint
  const max = mostOf(endpoint)
  // A query may carry what keeps caches away, a form with a file whatever its library adds.
  const exact = method !== 'GET' && takes !== 'form'
  return {
    method,
    url: path,
    ...(permission === 'public' && { bodyLimit: PUBLIC_BYTES }),
    config: {
      permission,
      reaches,
      ...(enrolling && { enrolling }),
      ...(max !== undefined && { rateLimit: { max, timeWindow: 60_000 } }),
    },
    schema: documentation(endpoint),
    validatorCompiler:
      ({ httpPart }: { httpPart?: string }) =>
      (input: unknown) =>
        httpPart === 'headers' ? { value: input } : tried(() => parse(endpoint.body, input, { fields, exact })),
  }
}

/** How often it may be called within a minute: by an address if it is public, else by who is signed in. */
function mostOf({ permission, takes, answers, a_minute }: Endpoint): number | undefined {
  if (a_minute !== undefined) return a_minute
  if (permission === 'public') return PUBLIC_A_MINUTE
  return takes === 'form' || answers === 'file' ? FILES_A_MINUTE : undefined
}

export const inputOf = ({ method }: Endpoint, request: FastifyRequest): unknown =>
  method === 'GET' ? request.query : request.body

function tried<T>(read: () => T): { value: T } | { error: Error } {
  try {
    return { value: read() }
  } catch (error) {
    return { error: error as Error }
  }
}

type Work = (context: Context) => Promise<unknown>

async function perform(endpoint: Endpoint, asked: Asked, work: Work) {
  const { request } = asked
  const { db, changed } = request.server.kit
  const pending: (() => void)[] = []
  const context = contextOf(request, (run) => pending.push(run))
  const answered = async (context: Context): Promise<Reply> => {
    const call = { endpoint, body: request.body, work }
    const data = await (endpoint.changes ? audited(call, context, changed) : work(context))
    return ok(data, context.language, endpoint.says)
  }
  const attempt = endpoint.repeatable ? attemptOf(request, endpoint.path) : null
  const done = writes(endpoint)
    ? await inTransaction(db, async (trx) => {
        pending.length = 0
        await heldReach(trx, endpoint, request)
        return once(trx, attempt, () => answered({ ...context, db: trx }))
      })
    : {
        reply: await heldReach(db, endpoint, request).then(() =>
          byReplica(endpoint, asked, (from) => {
            pending.length = 0
            return answered({ ...context, db: from })
          }),
        ),
        replayed: false,
        stands: false,
      }
  for (const run of pending) run()
  await sayWritten(endpoint, asked)
  return done
}

/** The records that an input names have to be within the caller's reach. */
export const heldReach = (db: Kysely<Database>, endpoint: Endpoint, request: FastifyRequest): Promise<void> =>
  holdReach(db, request.person, endpoint.reaches, inputOf(endpoint, request))

const writes = ({ repeatable, changes }: Endpoint) => Boolean(repeatable || changes)

/** What a handler knows of the request besides its input. */
export const contextOf = (request: FastifyRequest, afterCommit: Context['afterCommit']): Context => ({
  person: request.person,
  address: addressOf(request),
  origin: `${request.protocol}://${request.host}`,
  agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
  language: languageOf(request.headers['accept-language']),
  clientTime: clientTimeOf(request.headers['client-time']),
  db: request.server.kit.db,
  primary: request.server.kit.db,
  afterCommit,
})

function clientTimeOf(said: string | string[] | undefined): number | null {
  const at = Date.parse(String(said))
  return Number.isNaN(at) ? null : at
}
