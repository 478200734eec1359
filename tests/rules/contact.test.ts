import { expect, test } from 'vitest'
import { contactOf } from '../../src/shared/domain/contact.ts'

test.each([
  ['138 1234-2201', '13812342201'],
  ['+86 13812342201', '13812342201'],
  ['008613812342201', '13812342201'],
  ['+44 (20) 7946 0958', '+442079460958'],
  ['021-62345678', '02162345678'],
])('%j is a telephone, %s', (typed, to) => {
  expect(contactOf(typed)).toEqual({ channel: 'sms', to })
})

test('a mail address is written small', () => {
  expect(contactOf(' Li.Wei@Example.COM ')).toEqual({ channel: 'mail', to: 'li.wei@example.com' })
})

test.each(['', 'liwei', '1234', 'a@b', 'a b@c.de', '138****2201', 'l***@example.com', `${'1'.repeat(30)}`])(
  '%j is neither',
  (typed) => {
    expect(contactOf(typed)).toBeNull()
  },
)

test('a text that is far too long is neither, whatever it looks like', () => {
  expect(contactOf(`a@${'b.'.repeat(60)}cn`)).toBeNull()
  expect(contactOf(`a@${'b.'.repeat(1_000_000)}`)).toBeNull()
})
