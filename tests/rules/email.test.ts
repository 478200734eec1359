import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { email } from '../../src/shared/kit/fields.ts'
import { inputOf } from '../../src/shared/kit/schema.ts'

const problemOf = (address: string) =>
  z.safeParse(inputOf(email()), address).error?.issues.map(({ message }) => message)

test.each(['a@b.cn', 'Li.Lei+pile@mail.example.com', '李雷@例子.中国'])('%s is an address', (address) => {
  expect(problemOf(address)).toBeUndefined()
})

test.each(['a', 'a@b', '@b.cn', 'a@b.', 'a@.cn', 'a@b..cn', 'a b@c.cn', 'a@b@c.cn', 'a***@b.cn'])(
  '%s is none',
  (address) => {
    expect(problemOf(address)).toEqual(['not_an_email'])
  },
)

test('a text that is far too long is refused at once, whatever it is made of', () => {
  for (const part of ['.', 'a', 'a.', '@']) expect(problemOf(`a@${part.repeat(300_000)}@`)).toEqual(['too_long'])
})
