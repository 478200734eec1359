import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { cutSlow } from './cut-slow.ts'
import type { Settings } from './settings.ts'

/** The one server behind the one port: HTTP, or HTTPS with a certificate. Who sends or reads too slowly is cut off. */
export function createWebServer(tls: Settings['tls'], listener: RequestListener): Server {
  // Node looks for late heads every half minute by itself, which doubles what it allows.
  const options = { connectionsCheckingInterval: 5_000 }
  const server = tls ? createTlsServer({ ...options, ...tls }, listener) : createServer(options, listener)
  server.headersTimeout = 15_000
  // The last resort: what a body is allowed grows with what has come of it.
  server.requestTimeout = 900_000
  server.keepAliveTimeout = 72_000 // above what proxies in front use, so that they and not we end an idle connection
  server.timeout = 150_000 // nothing moves in either direction: who has stopped reading an answer
  server.maxHeadersCount = 100
  cutSlow(server)
  return server
}
