import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface Upgrades {
  /** `/pub/connect/ws`: browsers. */
  live: Upgrade
  /** `/ocpp/{station number}`: piles. */
  piles: Upgrade
}

/** Hands each WebSocket handshake to whom its path belongs. */
export function routeUpgrades(server: Server, { live, piles }: Upgrades): void {
  server.on('upgrade', (request, socket, head) => {
    // A peer that leaves during its handshake must not end the process.
    socket.on('error', () => socket.destroy())
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.startsWith('/ocpp/')) piles(request, socket, head)
    else if (path === '/pub/connect/ws') live(request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
}
