import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether the proxy at this address is ours, so that its X-Forwarded headers are believed. */
export type ProxyTrust = (address: string, hop: number) => boolean

export const NO_PROXIES: ProxyTrust = () => false

/**
 * Reads addresses, networks (10.0.0.0/8) and the words loopback, linklocal and uniquelocal.
 * Throws a TypeError for anything else, and for a network that is everybody's.
 */
export function proxiesAt(list: readonly string[]): ProxyTrust {
  return list.length ? proxyAddr.compile([...list]) : NO_PROXIES
}

/**
 * The client's address behind the named proxies, for a WebSocket handshake; `addressOf` says the same of a Fastify request. X-Forwarded-For is
 * read from its end: each entry counts only if the one behind it is a named proxy, so entries that a client made up are never reached. The
 * Forwarded header (RFC 7239) is not read: a proxy that does not know it would hand on the client's own.
 */
export const clientAddress = (request: IncomingMessage, trust: ProxyTrust): string =>
  farthest(proxyAddr.all(request, trust))

/** A Fastify instance made with `trustProxy` has found the believed addresses already. */
export const addressOf = ({ ip, ips = [ip] }: { ip: string; ips?: string[] | undefined }): string => farthest(ips)

/** The nearest comes first. What a proxy wrote and is no address tells nothing: then the hop before it is the client. */
function farthest(addresses: readonly (string | undefined)[]): string {
  return addresses.map(plainAddress).findLast((address) => isIP(address) !== 0) ?? ''
}

/** As one writes it: an IPv4 address without its IPv6 wrapping, without a port or a zone, in small letters. */
export function plainAddress(address = ''): string {
  const bare = address
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase()
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return mapped ? ipv4Of(groups[6] ?? 0, groups[7] ?? 0) : bare
}

/**
 * By what limits count an address: an IPv4 address by itself, IPv6 by its /64, since anyone who has one address of a /64 has all of them
 * (RFC 6177). `wide` counts what one provider's customer can hold: an IPv4 /24, an IPv6 /48. Anything else is its own network.
 */
export function networkOf(address: string, wide = false): string {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return wide ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : plain
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain).slice(0, wide ? 3 : 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/${wide ? 48 : 64}`
}

/** The eight groups of an IPv6 address that is well-formed. */
function groupsOf(address: string): number[] {
  const inHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [front = '', back] = inHex.split('::')
  const read = (part: string) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [first, last] = [read(front), read(back ?? '')]
  return back === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill(0), ...last]
}

const ipv4Of = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
