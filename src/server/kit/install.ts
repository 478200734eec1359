import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Kysely } from 'kysely'
import type { Reaches } from '../../shared/kit/endpoint.ts'
import { ALONE } from './bus.ts'
import { addressOf, networkOf } from './client-address.ts'
import type { ReadReplica } from './database/read-replica.ts'
import type { Database } from './database/tables.ts'
import { answerError, answerUnread } from './errors.ts'
import { guardRoutes } from './guard.ts'
import type { Identify, Person } from './person.ts'
import { readForm } from './read-form.ts'
import { Refusal } from './refusal.ts'
import { RouteCalls } from './route-calls.ts'

/** What the routes of every feature share. */
export interface Kit {
  db: Kysely<Database>
  /** Answers what `lags`, where there is one. */
  replica?: ReadReplica | undefined
  identify: Identify
  /** Keys what is kept of requests that may be repeated; the same on every node. */
  repeatKey: Uint8Array
  /** Called once a record's change is durable. */
  changed(entity: string, id: number): void
  /** Counts calls of limited routes, at all nodes together; alone without it. */
  routeCalls?: RouteCalls
  /** Told of every refusal; which of them are about access is the log's to know. */
  refused?(refusal: Refusal, request: FastifyRequest): void
  /** Told of a request that failed by a fault of ours. */
  failed?(error: unknown, request: { place: string; user_name: string; agent: string }): void
}

declare module 'fastify' {
  interface FastifyInstance {
    kit: Kit
    /** Whatever can be called, as it was registered: what holds for all of them is tested by it. */
    everyRoute: readonly RouteOptions[]
  }
  interface FastifyRequest {
    person: Person
  }
  interface FastifyContextConfig {
    /** A permission code, `public` or `signed_in`. A route without one stops the server at start. */
    permission?: string
    /** Whose records it touches. A route that a person calls and that does not say stops the server at start. */
    reaches?: Reaches
    /** No person calls it: it asks for a token or an address by itself, and who is refused there is written down all the same. */
    guardsItself?: true
    /** A person who has yet to set up their second step may call it. */
    enrolling?: true
  }
}

const started = Date.now().toString(36)
let requests = 0

/** What the Fastify instance itself has to be made with. */
export const kitOptions = {
  bodyLimit: 1_048_576,
  // Short enough to be read out on the telephone when something failed.
  genReqId: () => `${started}-${(++requests).toString(36)}`,
  frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  clientErrorHandler: answerUnread,
} satisfies FastifyServerOptions

/** Prepares an application for the features' routes. Comes before the first of them. */
export function installKit(app: FastifyInstance, kit: Kit): void {
  app.decorate('kit', kit)
  app.setErrorHandler(answerError)
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  readBodies(app)
  guardRoutes(app, kit.identify)
  // Who is signed in is known by then: their limits are theirs wherever they are, and no colleague's behind the same address.
  const keyGenerator = (request: FastifyRequest) =>
    request.person?.id ? `#${request.person.id}` : networkOf(addressOf(request))
  const { store } = kit.routeCalls ?? new RouteCalls(ALONE)
  app.register(rateLimit, { global: false, errorResponseBuilder: tooMany, keyGenerator, store })
}

const tooMany = (_: FastifyRequest, { ttl }: { ttl: number }) =>
  new Refusal(429, 'too_many_requests', { figures: { seconds: Math.ceil(ttl / 1000) } })

/** JSON is read, and forms. A JSON content type with nothing behind it is an empty body: browsers send that with DELETE. */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.register(formbody, { parser: readForm })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
}
