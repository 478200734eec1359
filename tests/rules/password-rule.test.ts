import { expect, test } from 'vitest'
import { newSecret } from '../../src/client/kit/fields/new-secret.ts'
import { passwordProblem } from '../../src/shared/domain/password-rule.ts'
import { passwordSchema } from '../../src/shared/domain/password-schema.ts'

test.each([
  ['', 'password_short'],
  ['charge1', 'password_short'],
  ['chargedeck', 'password_mix'],
  ['12345678', 'password_mix'],
  ['!!!!!!!!1', 'password_mix'],
  ['charge12', null],
  ['a pass phrase 1', null],
  ['充电桩管理平台二〇1', null],
  [`1${'a'.repeat(127)}`, null],
  [`1${'a'.repeat(128)}`, 'too_long'],
])('%j: %s, no matter who asks', (text, problem) => {
  expect(passwordProblem(text)).toBe(problem)
  expect(
    passwordSchema()
      .safeParse(text)
      .error?.issues.map(({ message }) => message) ?? [],
  ).toEqual(problem ? [problem] : [])
})

test('a password that the console makes is always taken', () => {
  const made = Array.from({ length: 2_000 }, () => newSecret(8))
  expect(made.map(passwordProblem).filter((problem) => problem !== null)).toEqual([])
})
