import { expect, test } from 'vitest'
import { signInCode, wallCode } from '../../src/shared/domain/screen-code.ts'

const CODE = 'abcdefghijklmnopqrstuvwxyz_-0123'

test.each(['https://console.example.com', 'http://192.168.1.20:8080'])(
  'a screen of %s is known by its code',
  (origin) => {
    expect(signInCode.codeIn(signInCode.address(origin, CODE))).toBe(CODE)
    expect(wallCode.codeIn(wallCode.address(origin, CODE))).toBe(CODE)
    expect(wallCode.codeIn(signInCode.address(origin, CODE))).toBeNull()
  },
)

test.each([
  ['CD-310115-0008', "a pile's label"],
  ['https://charge.example.com/p/CD-310115-0008', 'the page of a pile'],
  ['https://console.example.com/qr/short', 'a code of another length'],
  [`https://console.example.com/qr/${CODE}/more`, 'a path below it'],
  [`javascript:alert("/qr/${CODE}")`, 'a script'],
  ['', 'nothing'],
])('%j is none: %s', (scanned) => {
  expect(signInCode.codeIn(scanned)).toBeNull()
})
