import { expect, test } from 'vitest'
import { isCommonPassword } from '../../src/server/kit/common-passwords.ts'

test.each([
  ['password1', 'one of the list'],
  ['PassWord1', 'in other cases'],
  ['P@ssw0rd1', 'with digits and signs for letters'],
  ['Sunshine2024!', 'a common word with a year and a sign'],
  ['2024sunshine', 'with the year before it'],
  ['１ｑａｚ２ｗｓｘ', 'in wide letters'],
  ['chargedeck1', 'the product'],
  ['Ch@rgedeck2026', 'the product in other signs'],
  ['zhang.wei88', 'the account', ['zhang.wei']],
  ['Zhangwei2026', 'the mailbox', ['zhangwei@example.com']],
  ['a13800138000', 'the number', ['13800138000']],
])('%s is a common password: %s', async (password, _, about: readonly string[] = []) => {
  expect(await isCommonPassword(password, about)).toBe(true)
})

test.each([
  ['a pass phrase 1', []],
  ['correct horse 1', []],
  ['Rm4vXq82Kb', []],
  ['充电桩管理平台二〇1', []],
  ['sunshine on 3 berths', []],
  ['the lot of ann has 40 guns', ['ann', 'ann@example.com']],
])('%s is none', async (password, about: readonly string[]) => {
  expect(await isCommonPassword(password, about)).toBe(false)
})
