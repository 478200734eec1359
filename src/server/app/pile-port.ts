import { constants } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { Authority } from '../certificates/authority.ts'
import { CannotStart } from './database.ts'
import { type ConnectionLimit, limitConnections } from './limit-connections.ts'
import type { PileTlsSettings } from './pile-tls-settings.ts'
import { routeUpgrades, type Upgrade } from './upgrades.ts'
import { BACKLOG, HEAD_MS, TLS } from './web-server.ts'

interface Parts {
  settings: Pick<PileTlsSettings, 'port' | 'cert' | 'key'>
  host: string
  authority: Authority
  piles: Upgrade
  limit?: ConnectionLimit
}

/**
 * The port on which piles are asked for a certificate. Browsers have the other one, so that nobody's is asked in vain. One that is not
 * believed gets as far as the handshake of its WebSocket, which refuses it and writes down why.
 */
export async function openPilePort({ settings, host, authority, piles, limit }: Parts): Promise<Server> {
  const { port, cert, key } = settings
  const server = createServer(
    {
      ...{ cert, key, ca: authority.roots, requestCert: true, rejectUnauthorized: false },
      ...{ ...TLS, handshakeTimeout: HEAD_MS, connectionsCheckingInterval: 5_000 },
      // A resumed session would bring the judgement of an earlier one.
      secureOptions: constants.SSL_OP_NO_TICKET,
    },
    (_, reply) => reply.writeHead(404, { connection: 'close' }).end(),
  )
  server.headersTimeout = HEAD_MS
  server.requestTimeout = HEAD_MS
  server.maxHeadersCount = 100
  if (limit) limitConnections(server, limit)
  routeUpgrades(server, { piles, live: (_, socket) => socket.destroy() })
  server.listen({ port, host, backlog: BACKLOG })
  await Promise.race([once(server, 'listening'), once(server, 'error').then(([error]) => refuse(port, host, error))])
  return server
}

function refuse(port: number, host: string, error: NodeJS.ErrnoException): never {
  throw new CannotStart(
    `OCPP_TLS_PORT is "${port}", which cannot be opened on ${host} (${error.code}); it takes a free port.`,
  )
}
