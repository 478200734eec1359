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

test('a long text that looks like an address is soon given up', () => {
  const started = performance.now()
  contactOf(`a@${'b.'.repeat(100_000)}`)
  expect(performance.now() - started).toBeLessThan(50)
})
