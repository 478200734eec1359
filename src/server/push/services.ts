import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The push services of the browsers' makers; what begins with a dot is the end of a name. */
const KNOWN = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/** Where messages to devices may go: to the services that are known, and to those that an operator names besides. */
export interface PushServices {
  /** Null: no message goes there. */
  allowed(endpoint: string): URL | null
  /** Finds its address; of the known ones none in this network. */
  lookupFor(endpoint: URL): LookupFunction | undefined
}

/**
 * A device names the address at which it is reached, and so could anyone who wants this server to call something: an address inside
 * its own network for one. So it goes to known services over TLS, at their usual port.
 *
 * @param more further hosts, `host` or `host:port`
 * @param plain an origin that is reached without TLS at this machine: of the tests, and of nobody else
 */
export function pushServices(more: readonly string[], plain: string | null): PushServices {
  return {
    allowed(endpoint) {
      const url = URL.canParse(endpoint) ? new URL(endpoint) : null
      if (!url || url.username || url.password) return null
      if (plain !== null && url.origin === plain) return url
      if (url.protocol !== 'https:') return null
      if (more.includes(url.host)) return url
      return url.port === '' && isIP(url.hostname) === 0 && KNOWN.some((name) => isNamed(url.hostname, name))
        ? url
        : null
    },
    lookupFor: ({ origin, host }) => (origin === plain || more.includes(host) ? undefined : publicLookup),
  }
}

const isNamed = (hostname: string, name: string) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name)

/** Networks that no public service is in (RFC 6890 and its successors). */
const inside = new BlockList()
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ...([
    ['::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['fc00::', 7],
  ] as const),
  ...([
    ['fe80::', 10],
    ['ff00::', 8],
  ] as const),
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an address is one of the public internet. An IPv4 address inside of an IPv6 one is judged as that. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !inside.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Asked as the connection is made, so that a name which answers otherwise the second time leads nowhere else. */
export const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const usable = (found ?? []).filter(({ address }) => isPublic(address))
    const [first] = usable
    if (error || !first) return done(error ?? new Error(`${hostname} is at no public address`), '', 4)
    if (options.all) return done(null, usable as never)
    return done(null, first.address, first.family)
  })
