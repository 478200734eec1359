import { passwordProblem } from '../../../shared/domain/password-rule.ts'

/** Without 0 and O, 1, l and I: people read them out over the telephone. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A random password of that many characters, one that the rule for passwords takes. */
export function newSecret(length: number): string {
  const secret = drawn(length)
  return passwordProblem(secret) === 'password_mix' ? newSecret(length) : secret
}

function drawn(length: number): string {
  const limit = 256 - (256 % LETTERS.length)
  let secret = ''
  while (secret.length < length) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1))
    // A byte past the last whole round would favour the first letters.
    if (byte < limit) secret += LETTERS[byte % LETTERS.length]
  }
  return secret
}
