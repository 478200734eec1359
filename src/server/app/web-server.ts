import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Settings } from './settings.ts'

/** The one server behind the one port: HTTP, or HTTPS with a certificate. Who sends slowly is cut off. */
export function createWebServer(tls: Settings['tls'], listener: RequestListener): Server {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 72_000 // above what proxies in front use, so that they and not we end an idle connection
  server.maxHeadersCount = 100
  return server
}
