import { expect, test } from 'vitest'
import { proofsIn } from '../../src/server/auth/sso/claims.ts'
import { isStrong } from '../../src/shared/domain/sign-in-proofs.ts'

const said = (amr: unknown) => proofsIn({ iss: 'https://id.example.com', sub: 'ann', amr })

test.each([
  [['pwd', 'mfa'], true],
  ['mfa', true],
  [['pwd', 'otp'], false],
  [['MFA'], false],
  [[{ mfa: true }], false],
  [undefined, false],
])('a provider that says %j asked for two things: %s', (amr, strong) => {
  expect(isStrong(said(amr))).toBe(strong)
})
