import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { Place } from '../../shared/endpoints/screen-sign-in.ts'

const LOCAL = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  LOCAL.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  LOCAL.addSubnet(net, bits, 'ipv6')

/** Where an address is, seen from another one. Maps of addresses are wrong too often to trust a sign-in to them. */
export function placeOf(address: string | null, from: string): Place {
  if (!address) return 'elsewhere'
  const [there, here] = [plain(address), plain(from)]
  if (there === here) return 'same'
  const local = (isIPv4(there) && LOCAL.check(there, 'ipv4')) || (isIPv6(there) && LOCAL.check(there, 'ipv6'))
  return local ? 'local' : 'elsewhere'
}

/** A socket for both kinds calls 10.0.0.1 `::ffff:10.0.0.1`. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
