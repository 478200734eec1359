import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { answerNotFound } from '../kit/errors.ts'
import { installKit, type Kit, kitOptions } from '../kit/install.ts'
import { documentApi } from '../kit/openapi.ts'
import { consolePage, opensPage, serveConsole } from './console.ts'
import type { FrameOrigins } from './frame-origins.ts'
import { healthRoutes } from './health.ts'
import type { Metrics } from './metrics.ts'
import { PERMISSIONS, securityHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { createWebServer } from './web-server.ts'

export interface Parts {
  settings: Pick<Settings, 'tls' | 'publicUrl' | 'map'>
  version: string
  log: Logger
  pool: pg.Pool
  kit: Kit
  metrics: Metrics
  /** Whose pages the menu shows in frames. */
  framed: FrameOrigins
  /** The built console's folder; without one only the API is served. */
  consoleFolder: string | undefined
  /** Registers the features' routes below `/api`. */
  routes(api: FastifyInstance): void
  stopping(): boolean
}

export const apiBase = '/api'

/** The HTTP side of the server: API, its documentation, health and the console. It listens to nothing yet. */
export async function buildApplication(parts: Parts): Promise<FastifyInstance> {
  const { settings, log, kit, pool, metrics, stopping } = parts
  const app = Fastify({
    ...kitOptions,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // With PUBLIC_URL a proxy may stand in front; what it says of the caller holds if it is in our own network.
    trustProxy: settings.publicUrl ? 'loopback, linklocal, uniquelocal' : false,
    serverFactory: (listener) => createWebServer(settings.tls, listener),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    // What says otherwise of itself, a published picture for one, replaces it.
    if (request.url.startsWith(`${apiBase}/`)) reply.header('cache-control', 'no-store')
    if (opensPage(request)) await parts.framed.refresh()
  })
  await app.register(helmet, securityHeaders(settings, parts.framed.current))
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  installKit(app, kit)
  documentApi(app, { version: parts.version, base: apiBase })
  healthRoutes(app, { pool, metrics, stopping })
  app.register(async (api) => parts.routes(api), { prefix: apiBase })
  if (parts.consoleFolder) serveConsole(app, parts.consoleFolder)
  app.setNotFoundHandler((request, reply) => {
    if (parts.consoleFolder && opensPage(request)) return consolePage(reply)
    return answerNotFound(request, reply)
  })
  return app
}
