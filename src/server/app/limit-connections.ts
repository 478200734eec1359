import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, type ProxyTrust, plainAddress } from '../kit/client-address.ts'

/** Of one address (an IPv6 /64) at once: a depot's piles and people behind one router are far below it. */
export const ADDRESS_CONNECTIONS = 2_000

export interface ConnectionLimit {
  most: number
  /** Addresses that hold any number: named proxies stand for all who come through them. */
  isFree(address: string): boolean
  /** One was refused; called for each. */
  refused?(address: string): void
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')

/** Programs of this machine and the proxies in front hold any number. */
export const freeFor =
  (trust: ProxyTrust) =>
  (address: string): boolean =>
    isLoopback(address) || trust(address, 0)

/**
 * Hangs up on an address that holds too many connections, before anything of them is read and before TLS begins: one machine
 * could otherwise use up what this process may hold. What is counted is this process's own, and goes with the sockets.
 */
export function limitConnections(server: Server, { most, isFree, refused }: ConnectionLimit): void {
  const held = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress)
    if (isFree(address)) return
    const network = networkOf(address)
    const count = held.get(network) ?? 0
    if (count >= most) {
      // Who listens behind this takes the socket first.
      process.nextTick(() => socket.resetAndDestroy())
      refused?.(address)
      return
    }
    held.set(network, count + 1)
    socket.once('close', () => {
      const left = (held.get(network) ?? 1) - 1
      if (left > 0) held.set(network, left)
      else held.delete(network)
    })
  })
}
