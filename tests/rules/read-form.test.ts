import { expect, test } from 'vitest'
import { readForm } from '../../src/server/kit/read-form.ts'

test.each([
  ['a=1&b=%E6%A1%A9', { a: '1', b: '桩' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['a[]=1', { a: ['1'] }],
  ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
  ['a[b]=1', { 'a[b]': '1' }],
  ['', {}],
])('reads %j', (text, form) => {
  expect({ ...readForm(text) }).toEqual(form)
})

test('a form’s names reach no prototype', () => {
  expect(Object.keys(readForm('__proto__=1&__proto__[]=2'))).toEqual(['__proto__'])
})

test('as many fields as fit into a request are read at once', () => {
  expect(readForm('a=&'.repeat(340_000)).a).toHaveLength(340_000)
})
