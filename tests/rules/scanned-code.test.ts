import { describe, expect, test } from 'vitest'
import { numbersIn } from '../../src/shared/domain/scanned-code.ts'

const IMEI = '869471052231904'

describe('the numbers in a code', () => {
  test.each([
    ['CD-310115-0012', 'CD-310115-0012'],
    ['CD-310115-0012?connector=1', 'CD-310115-0012'],
    ['https://charge.example.com/go?station=CD-1&connector=2', 'CD-1'],
    ['https://charge.example.com/CD-1/2', 'CD-1'],
    ['https://charge.example.com/v2/p/7', '7'],
    ['ＣＤ－３１０１１５－００１２', 'CD-310115-0012'],
    ['S/N: DC120-7781', 'DC120-7781'],
    ['桩号：浦东-12', '浦东-12'],
    [`IMEI: ${IMEI}`, IMEI],
    ['8694 7105 2231 904', IMEI],
    [`IMEI:${IMEI};SN:DC120-7781`, IMEI],
    [`SN:DC120-7781\r\nIMEI:${IMEI}`, 'DC120-7781'],
  ])('%j may be the pile’s %j', (code, number) => {
    expect(numbersIn(code).piles).toContain(number)
  })

  test('an address is no IMEI, however many digits stand in it', () => {
    expect(numbersIn(`https://example.com/p/CD-1?t=${IMEI}`).piles).toEqual(['CD-1'])
  })

  test('sixteen digits are no IMEI', () => {
    expect(numbersIn(`${IMEI}1`).piles).toEqual([`${IMEI}1`])
  })

  test('a card’s chip is its number in either order of its bytes', () => {
    expect(numbersIn('04:a2:7f:19').cards).toEqual(['04A27F19', '197FA204', '04:a2:7f:19'])
  })

  test('a card’s number is taken as it stands', () => {
    expect(numbersIn(' 04A27F19 ').cards).toEqual(['04A27F19'])
  })
})
