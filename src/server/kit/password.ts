import { hash, verify } from '@node-rs/argon2'
import { isCommonPassword } from './common-passwords.ts'
import { wrongField } from './refusal.ts'

/**
 * Hashes a new password; refused at the field `password` when it is a common one. `about`: what is known of whom it is for.
 */
export async function hashNewPassword(password: string, about: readonly (string | null)[] = []): Promise<string> {
  const known = about.filter((text) => text !== null)
  if (await isCommonPassword(password, known)) throw wrongField('password', 'password_common')
  return hashPassword(password)
}

/** Hashes a password: argon2id, 19 MiB, two passes, as the library ships (and OWASP advises). */
export const hashPassword = (password: string): Promise<string> => hash(password)

let unknown: Promise<string> | undefined

/** Whether a password fits. Without a hash it takes as long and says no, so that time tells nothing about who exists. */
export async function passwordFits(kept: string | null | undefined, password: string): Promise<boolean> {
  unknown ??= hash('nobody has this password')
  const fits = await verify(kept ?? (await unknown), password)
  return fits && typeof kept === 'string'
}
