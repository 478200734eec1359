import { describe, expect, test } from 'vitest'
import { browserWords } from '../../src/server/kit/browser-words.ts'
import { placeOf } from '../../src/server/kit/place-of.ts'

describe('where an address is', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', 'same'],
    ['::ffff:10.0.0.7', '10.0.0.7', 'same'],
    ['10.0.0.8', '203.0.113.7', 'local'],
    ['172.20.1.1', '10.0.0.7', 'local'],
    ['fd12::1', '10.0.0.7', 'local'],
    ['172.32.1.1', '10.0.0.7', 'elsewhere'],
    ['198.51.100.9', '203.0.113.7', 'elsewhere'],
    [null, '203.0.113.7', 'elsewhere'],
    ['no address', '203.0.113.7', 'elsewhere'],
  ])('%s seen from %s is %s', (address, from, place) => {
    expect(placeOf(address, from)).toBe(place)
  })
})

describe('a browser in words', () => {
  const chrome = '(KHTML, like Gecko) Chrome/130.0.0.0'
  test.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome} Safari/537.36`, 'Chrome 130', 'Windows'],
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 ${chrome} Mobile Safari/537.36`,
      'Chrome 130',
      'Android 14',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17',
      'iOS 17.5',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox 133', 'Linux'],
    ['curl/8.0', null, null],
    ['', null, null],
    [null, null, null],
  ])('%s', (agent, browser, system) => {
    expect(browserWords(agent)).toEqual({ browser, system })
  })
})
