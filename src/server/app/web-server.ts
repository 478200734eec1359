import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { cutSlow } from './cut-slow.ts'
import { type ConnectionLimit, limitConnections } from './limit-connections.ts'
import type { Settings } from './settings.ts'

/**
 * Authenticated encryption alone, with forward secrecy first. The last two have none: piles may know no others (security
 * whitepaper, A00.FR.317), and browsers never come to them. TLS 1.3 brings suites of its own.
 */
const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'AES256-GCM-SHA384',
  'AES128-GCM-SHA256',
]
export const TLS = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: ['TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256', 'TLS_CHACHA20_POLY1305_SHA256', ...CIPHERS].join(':'),
} as const

/** A TLS handshake has it, and a head after it. */
export const HEAD_MS = 15_000

/** Connections that the system holds until we take them: of thousands of piles that come at once, who finds no room waits for seconds. */
export const BACKLOG = 4_096

/** The one server behind the one port: HTTP, or HTTPS with a certificate. Who sends or reads too slowly is cut off, and who holds too many. */
export function createWebServer(tls: Settings['tls'], listener: RequestListener, limit?: ConnectionLimit): Server {
  // Node looks for late heads every half minute by itself, which doubles what it allows.
  const options = { connectionsCheckingInterval: 5_000 }
  const server = tls
    ? createTlsServer({ ...options, handshakeTimeout: HEAD_MS, ...TLS, ...tls }, listener)
    : createServer(options, listener)
  server.headersTimeout = HEAD_MS
  // The last resort: what a body is allowed grows with what has come of it.
  server.requestTimeout = 900_000
  server.keepAliveTimeout = 72_000 // above what proxies in front use, so that they and not we end an idle connection
  server.timeout = 150_000 // nothing moves in either direction: who has stopped reading an answer
  server.maxHeadersCount = 100
  cutSlow(server)
  if (limit) limitConnections(server, limit)
  return server
}
