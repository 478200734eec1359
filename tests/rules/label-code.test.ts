import { describe, expect, test } from 'vitest'
import { connectorIn, isLabelAddress, labelCode, stationIn } from '../../src/shared/domain/label-code.ts'

const STATION = 'CD-ME8D89X3HK'
const APP = 'https://charge.example.com/go?station={station}&connector={connector}'

describe('what stands in a label’s code', () => {
  test('is the station number, with the connector’s number behind it on a connector’s label', () => {
    expect(labelCode(STATION)).toBe(STATION)
    expect(labelCode(STATION, 2)).toBe(`${STATION}?connector=2`)
  })

  test('is the address of a driver’s app where there is one', () => {
    expect(labelCode('SH/01', 2, APP)).toBe('https://charge.example.com/go?station=SH%2F01&connector=2')
    expect(labelCode(STATION, null, APP)).toBe(`https://charge.example.com/go?station=${STATION}&connector=`)
  })

  test.each([
    labelCode(STATION),
    labelCode(STATION, 12),
    labelCode(STATION, 2, APP),
    labelCode(STATION, 2, 'https://example.com/p/{station}'),
    labelCode(STATION, 2, 'https://example.com/{station}/{connector}'),
    labelCode(STATION, null, 'https://example.com/p/{station}/guns/{connector}'),
    labelCode(STATION, 12, 'https://example.com/v2/p/{station}/guns/{connector}'),
    labelCode(STATION, 2, 'https://example.com/#/go?station={station}&gun={connector}'),
    labelCode(STATION, 2, 'https://example.com/#!/p/{station}'),
    labelCode(STATION, 2, 'https://example.com/go?pile={station}'),
    ` ${STATION}\n`,
  ])('%j leads the scanner to its pile', (code) => {
    expect(stationIn(code)).toBe(STATION)
  })
})

test.each([
  [labelCode(STATION), null],
  [labelCode(STATION, 12), 12],
  [labelCode(STATION, 2, APP), 2],
  [labelCode(STATION, null, APP), null],
  [`${STATION}?connector=0`, null],
  [labelCode(STATION, 12, 'https://example.com/{station}/{connector}'), 12],
  [labelCode(STATION, 3, 'https://example.com/#/go?station={station}&gun={connector}'), 3],
  ['https://example.com/p/7', null],
])('%j names the connector %j', (code, connector) => {
  expect(connectorIn(code)).toBe(connector)
})

test.each([
  [APP, true],
  ['http://example.com/{station}', true],
  ['https://example.com/', false],
  ['example.com/{station}', false],
  ['javascript:alert("{station}")', false],
])('%j as an address of labels: %s', (address, good) => {
  expect(isLabelAddress(address)).toBe(good)
})
