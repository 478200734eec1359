import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type ProxyTrust, proxiesAt } from '../kit/client-address.ts'
import { answerNotFound } from '../kit/errors.ts'
import { installKit, type Kit, kitOptions } from '../kit/install.ts'
import { documentApi } from '../kit/openapi.ts'
import { begun, type Span, within } from '../kit/tracing.ts'
import { consolePage, opensPage, serveConsole } from './console.ts'
import type { Disk } from './disk.ts'
import type { FrameOrigins } from './frame-origins.ts'
import { healthRoutes } from './health.ts'
import { ADDRESS_CONNECTIONS, freeFor } from './limit-connections.ts'
import type { Metrics } from './metrics.ts'
import { PERMISSIONS, securityHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { createWebServer } from './web-server.ts'

export interface Parts {
  settings: Pick<Settings, 'tls' | 'publicUrl' | 'map' | 'trustedProxies'> &
    Partial<Pick<Settings, 'metricsToken' | 'metricsFrom' | 'addressConnections'>>
  version: string
  log: Logger
  pool: pg.Pool
  kit: Kit
  metrics: Metrics
  /** The data folder's. */
  disk: Disk | null
  /** Whose pages the menu shows in frames. */
  framed: FrameOrigins
  /** The built console's folder; without one only the API is served. */
  consoleFolder: string | undefined
  /** Registers the features' routes below `/api`. */
  routes(api: FastifyInstance): void
  /** Registers what piles fetch, beside the API. */
  forPiles(root: FastifyInstance): void
  unready(): string | null
}

export const apiBase = '/api'

/**
 * A page of a list is packed at once: a stream for each answer and its way through other threads cost four times the packing.
 * Brotli's third step gives what its fourth gives within 2 %, for half of the time.
 */
const PACKING: FastifyCompressOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  syncThreshold: 131_072,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
}

/** The HTTP side of the server: API, its documentation, health and the console. It listens to nothing yet. */
export async function buildApplication(parts: Parts): Promise<FastifyInstance> {
  const { settings, log, kit, pool, metrics, unready } = parts
  const trust = proxiesAt(settings.trustedProxies)
  let refused = 0
  const limit = {
    most: settings.addressConnections ?? ADDRESS_CONNECTIONS,
    isFree: freeFor(trust),
    refused: () => void refused++,
  }
  metrics.counter('connections_refused', 'Connections of addresses that held too many', () => refused)
  const app = Fastify({
    ...kitOptions,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    trustProxy: trust,
    serverFactory: (listener) => createWebServer(settings.tls, listener, limit),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    // What says otherwise of itself, a published picture for one, replaces it.
    if (request.url.startsWith(`${apiBase}/`)) reply.header('cache-control', 'no-store')
    if (opensPage(request)) await parts.framed.refresh()
  })
  followRequests(app)
  warnOfUnnamedProxy(app, trust, log)
  await app.register(helmet, securityHeaders(settings, parts.framed.current))
  await app.register(compress, PACKING)
  installKit(app, kit)
  documentApi(app, { version: parts.version, base: apiBase })
  const { metricsToken, metricsFrom } = settings
  healthRoutes(app, { pool, metrics, unready, disk: parts.disk, metricsToken, metricsFrom })
  app.register(async (api) => parts.routes(api), { prefix: apiBase })
  app.register(async (root) => parts.forPiles(root))
  if (parts.consoleFolder) serveConsole(app, parts.consoleFolder)
  app.setNotFoundHandler((request, reply) => {
    if (parts.consoleFolder && opensPage(request)) return consolePage(reply)
    return answerNotFound(request, reply)
  })
  return app
}

/** Behind a proxy that is not named everybody has the proxy's address and shares its limits: said once, for that is found out late. */
function warnOfUnnamedProxy(app: FastifyInstance, trust: ProxyTrust, log: Logger): void {
  let said = false
  app.addHook('onRequest', async ({ raw }) => {
    const { remoteAddress = '' } = raw.socket
    if (said || raw.headers['x-forwarded-for'] === undefined || trust(remoteAddress, 0)) return
    said = true
    log.warn(
      { from: remoteAddress },
      'X-Forwarded-For is not believed: if a proxy stands there, name it in TRUSTED_PROXIES',
    )
  })
}

/** Its route, and never its address: that may hold a token. What a caller says of traces of their own is not believed. */
function followRequests(app: FastifyInstance): void {
  const followed = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const span = begun(`${method} ${route}`, () => ({ 'http.request.method': method, 'http.route': route }))
    if (span) followed.set(request, span)
    within(span, done)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = followed.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: 2 })
    span?.end()
  })
}
