import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clientAddress, networkOf, plainAddress, proxiesAt } from '../../src/server/kit/client-address.ts'

const request = (remoteAddress: string, forwarded?: string, more: object = {}) =>
  ({
    socket: { remoteAddress },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }), ...more },
  }) as unknown as IncomingMessage

describe('the address of a client', () => {
  const trust = proxiesAt(['127.0.0.1', '10.0.0.0/24', '2001:db8:1::/48'])

  test.each([
    ['of a client in a private network is its own, whatever it says', '192.168.1.7', '203.0.113.9', '192.168.1.7'],
    ['of a client beside a named network is its own', '10.0.1.1', '203.0.113.9', '10.0.1.1'],
    ['behind a named proxy is what the proxy says', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['behind a proxy that the socket calls by its IPv6 wrapping', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['behind two named proxies', '127.0.0.1', '203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['with entries that the client made up before it', '127.0.0.1', '1.1.1.1, 10.0.0.9, 203.0.113.9', '203.0.113.9'],
    ['that forges a named proxy to hide', '127.0.0.1', '8.8.8.8, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['behind an IPv6 proxy', '2001:db8:1::5', '2001:DB8:9::7', '2001:db8:9::7'],
    ['with a port', '127.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
    ['in brackets', '127.0.0.1', '[2001:db8:9::7]:443', '2001:db8:9::7'],
    ['that is no address is that of the hop before it', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['that is empty', '127.0.0.1', '', '127.0.0.1'],
    ['that nobody names', '127.0.0.1', undefined, '127.0.0.1'],
  ])('%s', (_, remote, forwarded, expected) => {
    expect(clientAddress(request(remote, forwarded), trust)).toBe(expected)
  })

  test('is never read from Forwarded', () => {
    const forwarded = { forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' }
    expect(clientAddress(request('127.0.0.1', undefined, forwarded), trust)).toBe('127.0.0.1')
  })

  test('is its own where no proxy is named', () => {
    expect(clientAddress(request('127.0.0.1', '203.0.113.9'), proxiesAt([]))).toBe('127.0.0.1')
  })

  test.each(['everybody', '10.0.0.0/99', '0.0.0.0/0', 'proxy.example.com'])('%s names no proxy', (name) => {
    expect(() => proxiesAt([name])).toThrow(TypeError)
  })
})

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['FE80::1%eth0', 'fe80::1'],
  ['192.0.2.1', '192.0.2.1'],
  ['', ''],
])('%s is written %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain)
})

describe('what limits count', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::99', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64', '1:2:3::/48'],
    ['no address', 'no address', 'no address'],
  ])('of %s is %s, widely %s', (address, network, wide) => {
    expect(networkOf(address)).toBe(network)
    expect(networkOf(address, true)).toBe(wide)
  })
})
